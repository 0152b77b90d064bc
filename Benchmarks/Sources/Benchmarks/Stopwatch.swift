/// Runs `body` several times and returns the median time in seconds.
func medianSeconds(rounds: Int = 7, _ body: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let seconds = try (0..<rounds).map { _ in
        try clock.measure(body) / .seconds(1)
    }
    return seconds.sorted()[rounds / 2]
}
