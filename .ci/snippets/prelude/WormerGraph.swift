@_exported import Fusion

protocol NotificationGateway {}
protocol Session: AnyObject {}
protocol Logger {}
struct RemoteLogger: Logger {}
extension Container { @Service var logger: any Logger = RemoteLogger() }
