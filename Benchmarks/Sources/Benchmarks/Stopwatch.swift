/// Runs `body` a number of times and returns the median of the seconds it took.
func medianSeconds(rounds: Int = 7, _ body: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let seconds = try (0..<rounds).map { _ in
        try clock.measure(body) / .seconds(1)
    }
    return seconds.sorted()[rounds / 2]
}
