import Fusion

/// Counts how often the service was made.
let countedTwins = Tally()

// A service with the name of one in another file, which this one does not see.
extension Container {
    @Service(.singleton) private var twin = Twin()
    var secondTwin: Int { twin.number }

    // Two services of one name and one type.
    @Service private var mainTwin = Twin(number: twin.number)
    @Service(lifetime: .singleton) private var thirdTwin = Twin(number: twin.number + 1)
}

struct Twin: Sendable {
    let number: Int

    init() {
        countedTwins.increment()
        number = 2
    }

    init(number: Int) {
        self.number = number
    }
}
