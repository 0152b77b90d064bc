// accepted
import Fusion

extension Container { var shared: String { "a service" } }

let service: String = Container.shared
