@MainActor open class UIResponder { public init() {} }
open class NSCoder: UIResponder {}
open class UISceneSession: UIResponder {}
open class UIScene: UIResponder { open class ConnectionOptions: UIResponder {} }
open class UIWindowScene: UIScene {}

@MainActor public protocol UIApplicationDelegate: AnyObject { init() }
extension UIApplicationDelegate { public static func main() {} }

@MainActor public protocol UIWindowSceneDelegate: AnyObject {
    var window: UIWindow? { get set }
    func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions)
}

open class UIViewController: UIResponder {
    public var title: String?
    public init(nibName: String?, bundle: UIResponder?) { super.init() }
    public required init?(coder: NSCoder) { super.init() }
    open func viewDidLoad() {}
}

open class UIWindow: UIResponder {
    open var rootViewController: UIViewController?
    public init(windowScene: UIWindowScene) { super.init() }
    open func makeKeyAndVisible() {}
}

open class UINavigationController: UIViewController {
    open func pushViewController(_ viewController: UIViewController, animated: Bool) {}
}
