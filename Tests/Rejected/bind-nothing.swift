// error: missing argument for parameter 'to' in call
import Wormer

protocol API {}

Injector.default.bind(API.self)
