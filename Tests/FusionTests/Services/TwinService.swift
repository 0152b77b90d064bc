import Fusion

enum Twins {
    /// The number of twins that the current test has created.
    @TaskLocal static var created = Tally()
}

// A private service with the same name as one in another file.
extension Container {
    @Service(.singleton) private var twin = Twin()
    var secondTwin: Int { twin.number }

    // Two services with the same name and type.
    @Service private var mainTwin = Twin(number: twin.number)
    @Service(lifetime: .singleton) private var thirdTwin = Twin(number: twin.number + 1)
}

struct Twin: Sendable {
    let number: Int

    init() {
        Twins.created.increment()
        number = 2
    }

    init(number: Int) { self.number = number }
}
