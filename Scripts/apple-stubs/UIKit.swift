// The part of Apple's UIKit that this project uses, as declarations for the compiler. Scripts/check-apple compiles it.

public import Foundation

@MainActor open class UIResponder: NSObject {
    nonisolated public override init() {}
}

public final class UIApplication: UIResponder {
    public struct OpenExternalURLOptionsKey: Hashable, Sendable {}

    public static var shared: UIApplication { UIApplication() }

    public func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:], completionHandler: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {}
}

@MainActor open class UIView: UIResponder {
    public struct AutoresizingMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let flexibleWidth = Self(rawValue: 2)
        public static let flexibleHeight = Self(rawValue: 16)
    }

    public var frame = CGRect.zero
    public var bounds = CGRect.zero
    public var autoresizingMask: AutoresizingMask = []

    public func addSubview(_ view: UIView) {}
    public func removeFromSuperview() {}
}

@MainActor open class UIWindow: UIView {
    public var rootViewController: UIViewController?

    public init(windowScene: UIWindowScene) {}
    public func makeKeyAndVisible() {}
}

@MainActor open class UIViewController: UIResponder {
    public var view: UIView! = UIView()

    public func addChild(_ childController: UIViewController) {}
    public func removeFromParent() {}
    open func willMove(toParent parent: UIViewController?) {}
    open func didMove(toParent parent: UIViewController?) {}
}

@MainActor open class UIScene: UIResponder {
    public final class ConnectionOptions: NSObject {}
}

public final class UIWindowScene: UIScene {}
@MainActor public final class UISceneSession: NSObject {}

@MainActor public final class UIOpenURLContext: NSObject {
    public var url: URL { URL(fileURLWithPath: "") }
}

@MainActor public protocol UISceneDelegate: NSObjectProtocol {
    func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions)
    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)
}

@MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {
    var window: UIWindow? { get set }
}
