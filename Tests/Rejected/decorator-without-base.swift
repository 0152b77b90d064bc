// error: 'decorate(_:id:with:)' is unavailable: Let the decorator take the interface as its first parameter.
import Wormer

protocol API {}
protocol Log: Sendable {}
struct LoggingAPI: API { init(log: any Log, base: any API) {} }
struct LoggedAPI: API { let log: any Log }

Injector.default.decorate(API.self, with: LoggingAPI.init(log:base:))
Injector.default.decorate(API.self, with: LoggedAPI.init)
Injector.default.decorate(API.self) { (log: any Log) in LoggedAPI(log: log) }
