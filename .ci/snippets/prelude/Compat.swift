// Declarations that the /// comments of Sources/Compat use.

import Compat

protocol Greeter {}
final class MyDependency: Injectable, Greeter {}
