import Hummingbird
import LatchkeyWeb

/// `/__/auth/callback/SCHEME`: the address that opens an app by a universal link, where no app took it.
///
/// The system's sign-in sheet gives the address to the app before a browser asks for it. A browser that was redirected here by this very server
/// may stay with it; Safari then has a button of its own, which opens the app. The page has none: a link by the app's scheme
/// would be open to every program that registers the same one.
struct CallbackPage: Sendable {
    let pages: PageRenderer

    static let path = ReturnTarget.callbackPath + "/:app"

    func add(to router: Router<ServerContext>) {
        router.get(RouterPath(Self.path)) { _, _ in try pages.page("app-return", [String: String]()) }
    }
}
