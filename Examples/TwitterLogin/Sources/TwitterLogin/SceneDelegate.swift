#if canImport(UIKit) && canImport(SafariServices)
import Foundation
import SwiftUI
public import UIKit

/// A scene delegate that creates the app's view with the service, and passes callbacks to the service.
///
/// Register the scheme in the target's Info tab under "URL Types", and the callback URL `twittersdk://` in the application's settings at
/// Twitter.
public final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    /// The configuration, which the app must set before its first scene connects. Without it, no window is shown.
    @MainActor public static var configuration: TwitterConfiguration?

    /// The window of the scene.
    public var window: UIWindow?

    // snippet.S4.13.scene
    /// Creates the window with the app's view.
    public func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
        guard let scene = scene as? UIWindowScene, let configuration = Self.configuration else { return }
        let window = UIWindow(windowScene: scene)
        window.rootViewController = UIHostingController(rootView: ContentView().environment(TwitterService(configuration)))
        self.window = window
        window.makeKeyAndVisible()
    }
    // snippet.end

    // snippet.S4.2.scene
    /// Passes opened URLs to the service.
    public func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
        guard let configuration = Self.configuration else { return }
        let router = CallbackRouter(scheme: configuration.callbackScheme)
        for context in contexts { router.open(context.url) }
    }
    // snippet.end
}
#endif
