// error: cannot convert value of type 'Unrelated' to closure result type 'any API'
import Wormer

protocol API {}

struct Unrelated {}

Injector.default.bind(API.self) { Unrelated() }
