import Hummingbird
import LatchkeyProviders
import LatchkeySignInFlow
import LatchkeyWeb

/// The page at `/__/auth/callback/SCHEME`, shown when a universal link opens in the browser instead of the app.
///
/// The system's sign-in sheet passes the URL to the app before a browser requests it. After a redirect from this same server, a browser may
/// load the URL itself; Safari then shows its own button that opens the app. The page has no such button: any program can register the
/// app's URL scheme and receive a link that uses it.
struct CallbackPage: Sendable {
    let pages: PageRenderer

    static let path = ReturnTarget.callbackPath + "/:app"

    func add(to router: Router<ServerContext>) {
        router.get(RouterPath(Self.path)) { _, _ in try pages.page("app-return", [String: String]()) }
    }
}
