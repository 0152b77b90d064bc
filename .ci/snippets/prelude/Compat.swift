// What the /// comments of Sources/Compat speak of.

import Compat

protocol Greeter {}
final class MyDependency: Injectable, Greeter {}
