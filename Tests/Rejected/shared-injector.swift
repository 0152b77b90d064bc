// error: 'shared' has been renamed to 'default'
import Wormer

let injector = Injector.shared
