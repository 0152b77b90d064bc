// error: 'unimplemented' is unavailable: Write '.unimplemented', without parentheses.
import Wormer

protocol API {}

Injector.default.bind(API.self, to: .unimplemented())
