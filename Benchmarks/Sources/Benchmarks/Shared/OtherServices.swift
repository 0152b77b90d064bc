/// The types for the ten digits, which as generic arguments make many different types.
protocol Digit: Sendable {}
enum D0: Digit {}
enum D1: Digit {}
enum D2: Digit {}
enum D3: Digit {}
enum D4: Digit {}
enum D5: Digit {}
enum D6: Digit {}
enum D7: Digit {}
enum D8: Digit {}
enum D9: Digit {}

let digits: [any Digit.Type] = [
    D0.self, D1.self, D2.self, D3.self, D4.self, D5.self, D6.self, D7.self, D8.self, D9.self,
]

/// A service that is bound and hardly ever looked up.
protocol OtherService: Sendable {
    init()
}

/// One of 10,000 services.
struct Service<A: Digit, B: Digit, C: Digit, D: Digit>: OtherService {}

/// Returns the types of different services.
func otherServices(_ count: Int) -> [any OtherService.Type] {
    func service<A: Digit, B: Digit, C: Digit, D: Digit>(
        _: A.Type,
        _: B.Type,
        _: C.Type,
        _: D.Type
    ) -> any OtherService.Type {
        Service<A, B, C, D>.self
    }
    return (0..<count).map { number in
        let thousands: any Digit.Type = digits[number / 1_000 % 10]
        let hundreds: any Digit.Type = digits[number / 100 % 10]
        let tens: any Digit.Type = digits[number / 10 % 10]
        let ones: any Digit.Type = digits[number % 10]
        return service(thousands, hundreds, tens, ones)
    }
}
