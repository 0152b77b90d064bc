public protocol NSObjectProtocol: AnyObject {}

open class NSObject: NSObjectProtocol { public init() {} }
