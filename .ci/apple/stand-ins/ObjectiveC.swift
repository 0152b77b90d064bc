// A stand-in for the module of Apple's systems, with what WormerTesting uses.

public protocol NSObjectProtocol: AnyObject {}

open class NSObject: NSObjectProtocol { public init() {} }
