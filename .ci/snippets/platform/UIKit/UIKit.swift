@_exported import Foundation

// A stand-in for the few names of UIKit that the documents use, for platforms without it. Nothing is drawn.

@MainActor
open class UIResponder {
    public init() {}
}

open class UIView: UIResponder {}

open class UIWindow: UIView {
    public var rootViewController: UIViewController?

    public func makeKeyAndVisible() {}
}

open class UIViewController: UIResponder {
    public var view: UIView! = UIView()

    public init(nibName: String?, bundle: Bundle?) {
        super.init()
    }

    public convenience override init() {
        self.init(nibName: nil, bundle: nil)
    }

    public required init?(coder: NSCoder) {
        super.init()
    }

    open func viewDidLoad() {}
    open func viewWillAppear(_ animated: Bool) {}
}

open class UIApplication: UIResponder {
    public struct LaunchOptionsKey: Hashable, Sendable {}
}

@MainActor
public protocol UIApplicationDelegate: AnyObject {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
}

extension UIApplicationDelegate {
    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        true
    }

    public static func main() {}
}
