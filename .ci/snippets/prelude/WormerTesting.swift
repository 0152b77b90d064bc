// Declarations that the /// comments of Sources/WormerTesting use.

@_exported import Wormer

protocol Payment {}
struct Refusal: Payment {}
protocol Log {}
struct SilentLog: Log {}
