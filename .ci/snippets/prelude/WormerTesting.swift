// What the /// comments of Sources/WormerTesting speak of.

protocol Payment {}
struct Refusal: Payment {}
protocol Clock {}
struct StoppedClock: Clock {}
