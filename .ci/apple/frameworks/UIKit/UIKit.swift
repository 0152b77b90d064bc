@MainActor open class UIResponder { public init() {} }
open class NSCoder: UIResponder {}

@MainActor public protocol UIApplicationDelegate: AnyObject { init() }
extension UIApplicationDelegate { public static func main() {} }

open class UIViewController: UIResponder {
    public var title: String?
    public init(nibName: String?, bundle: UIResponder?) { super.init() }
    public required init?(coder: NSCoder) { super.init() }
    open func viewDidLoad() {}
}

open class UINavigationController: UIViewController {
    open func pushViewController(_ viewController: UIViewController, animated: Bool) {}
}
