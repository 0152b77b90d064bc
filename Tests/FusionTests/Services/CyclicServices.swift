import Fusion

// Services that need each other, which a graph test alone lets be known.
extension Container {
    @Service private var chickenHouse: String = eggBox
    @Service private var eggBox: String = chickenHouse

    // Not of which both run.
    @Service private var day: String = isTest ? "day" : night
    @Service private var night: String = isTest ? day : "night"
}
