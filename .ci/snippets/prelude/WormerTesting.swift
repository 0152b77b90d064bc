@_exported import Wormer

protocol Payment {}
struct Refusal: Payment {}
protocol Log {}
struct SilentLog: Log {}
