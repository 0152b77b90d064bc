// error: 'child()' is unavailable: Write 'Injector(parent: injector)'.
import Wormer

let window = Injector.default.child()
