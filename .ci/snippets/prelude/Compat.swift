import Compat

protocol Greeter {}
final class MyDependency: Injectable, Greeter {}
