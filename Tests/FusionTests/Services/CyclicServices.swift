import Fusion

// Services that depend on each other. Only the graph test for cycles includes this file.
extension Container {
    @Service private var chickenHouse: String = eggBox
    @Service private var eggBox: String = chickenHouse

    // No more than one of the two reads the other at run time.
    @Service private var day: String = isTest ? "day" : night
    @Service private var night: String = isTest ? day : "night"
}
