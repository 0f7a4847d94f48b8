import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyWeb

/// `/`, which tells a visitor what this server is. Other clients are redirected to the sign-in page.
struct WelcomePage: Sendable {
    let store: any AccountStore
    let project: ProjectID
    let pages: PageRenderer
    let sandbox: Bool
    /// The path of the console, if this address has one.
    let console: String?

    private struct Content {
        let t: SignInTexts
        let frame: SignInFrame
        let project: String
        let lead: String
        let console: String?
    }

    func add(to router: Router<ServerContext>) {
        router.get("/") { request, _ -> Response in
            guard request.isForPage, let project = try await store.read({ try $0.project(project) }) else {
                return .seeOther("/sign-in")
            }
            let texts = SignInTexts.preferred(by: request)
            return try pages.page(
                "signin-welcome",
                Content(
                    t: texts, frame: .plain(sandbox: sandbox), project: project.displayName,
                    lead: texts.filled(texts.welcome, [("project", project.displayName)]), console: console))
        }
    }
}

extension SignInFrame {
    /// The frame of a page without forms.
    static func plain(sandbox: Bool) -> SignInFrame { SignInFrame(sandbox: sandbox, suffix: "", tail: "", csrf: "") }
}

extension SignInTexts {
    /// The texts in the language that a browser prefers.
    static func preferred(by request: Request) -> SignInTexts { request.headers[.acceptLanguage].flatMap { accepted($0) } ?? .english }
}
