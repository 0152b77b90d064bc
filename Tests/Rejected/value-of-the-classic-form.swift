// error: 'bind(interface:id:value:)' is unavailable: Write 'bind(Interface.self, to: .value(...))'.
import Wormer

protocol API {}
struct LiveAPI: API {}

Injector.default.bind(interface: API.self, value: LiveAPI())
