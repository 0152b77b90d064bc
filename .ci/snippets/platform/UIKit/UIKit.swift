// A stand-in for UIKit on platforms without it, with the declarations that the documents use. It shows nothing.

@MainActor
open class NSObject {
    public init() {}
}

open class NSCoder: NSObject {}
open class Bundle: NSObject {}

open class UIResponder: NSObject {}
open class UIApplication: UIResponder {}

@MainActor
public protocol UIApplicationDelegate: AnyObject { init() }

extension UIApplicationDelegate { public static func main() {} }

open class UIScene: UIResponder { open class ConnectionOptions: NSObject {} }

open class UISceneSession: NSObject {}
open class UIWindowScene: UIScene {}

@MainActor
public protocol UIWindowSceneDelegate: AnyObject {
    var window: UIWindow? { get set }
    func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions)
}

open class UIViewController: UIResponder {
    public var title: String?

    public init(nibName: String?, bundle: Bundle?) { super.init() }

    public required init?(coder: NSCoder) { super.init() }

    open func viewDidLoad() {}
}

open class UIWindow: UIResponder {
    open var rootViewController: UIViewController?

    public init(windowScene: UIWindowScene) { super.init() }

    open func makeKeyAndVisible() {}
}
