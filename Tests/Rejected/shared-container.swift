// error: 'shared' has been renamed to 'main'
import Fusion

protocol API {}

let api: (any API)? = Container.shared.resolve(API.self)
