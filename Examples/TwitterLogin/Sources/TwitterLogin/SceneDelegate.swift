#if canImport(UIKit) && canImport(SafariServices)
import Foundation
import SwiftUI
public import UIKit

/// Puts the service into the app's view, and hands callbacks to it.
///
/// The scheme is registered in the target's Info tab under "URL Types"; in the application's settings at Twitter it is a callback URL,
/// `twittersdk://`.
public final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    /// Set by the app before its first scene; without it there is no Twitter to sign in with.
    @MainActor public static var configuration: TwitterConfiguration?

    public var window: UIWindow?

    // snippet.S4.13.scene
    public func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
        guard let scene = scene as? UIWindowScene, let configuration = Self.configuration else { return }
        let window = UIWindow(windowScene: scene)
        window.rootViewController = UIHostingController(rootView: ContentView().environment(TwitterService(configuration)))
        self.window = window
        window.makeKeyAndVisible()
    }
    // snippet.end

    // snippet.S4.2.scene
    public func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
        guard let configuration = Self.configuration else { return }
        let router = CallbackRouter(scheme: configuration.callbackScheme)
        for context in contexts { router.open(context.url) }
    }
    // snippet.end
}
#endif
