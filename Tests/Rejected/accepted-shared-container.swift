// accepted
// A program can declare this name, which is unavailable otherwise.
import Fusion

extension Container { static let shared = Container() }

let container = Container.shared
