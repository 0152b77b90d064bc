// error: cannot convert value of type 'Unrelated' to closure result type 'any API'
import Fusion
import Wormer

protocol API {}

struct Unrelated {}

Container.main.bind(API.self, lifetime: .singleton, to: .make { Unrelated() })
