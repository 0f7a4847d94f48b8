import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb

/// Finds out who is at the console, and lets them in and out.
struct ConsoleDoor: Sendable {
    let project: Project
    let sessions: Sessions
    let clientAddress: ClientAddress
    let cookie: BrowserCookie

    private var publicAddress: PublicAddress { cookie.publicAddress }
    private var cookieName: String { (publicAddress.isSecure ? "__Host-" : "") + "latchkey_console" }

    func caller(_ request: Request, _ context: ServerContext) -> Caller {
        Caller(
            project: project,
            client: ClientDescription(
                app: "console", address: clientAddress.address(of: request, context: context), userAgent: request.headers[.userAgent]))
    }

    /// - Throws: ``ConsoleRefusal``.
    func visitor(_ request: Request, atLeast needed: ConsoleRole = .viewer) async throws -> ConsoleVisitor {
        guard let browser = cookie.token(of: request), let token = token(of: request) else { throw ConsoleRefusal.signInFirst }
        do {
            let (account, session) = try await sessions.holder(ofRefreshToken: token, for: project.id)
            guard let role = ConsoleRole(of: account) else { throw ConsoleRefusal.signInFirst }
            guard role >= needed else { throw ConsoleRefusal.roleNeeded(needed, own: role) }
            return ConsoleVisitor(account: account, session: session, role: role, browser: browser)
        } catch is SignInError {
            throw ConsoleRefusal.signInFirst
        }
    }

    /// Looks again at who came in, between the parts of what takes long: who is sent out meanwhile does not finish it.
    ///
    /// - Throws: ``ConsoleRefusal``.
    func check(_ visitor: ConsoleVisitor, atLeast needed: ConsoleRole, in view: any StoreReading) throws {
        do {
            guard let role = ConsoleRole(of: try sessions.account(of: visitor.session, in: view)) else { throw ConsoleRefusal.signInFirst }
            guard role >= needed else { throw ConsoleRefusal.roleNeeded(needed, own: role) }
        } catch is SignInError {
            throw ConsoleRefusal.signInFirst
        }
    }

    /// A browser that came under another name is sent to the right one; one whose name leads here by another's doing is refused.
    func elsewhere(_ request: Request) throws -> Response? {
        if request.method == .get, let url = publicAddress.moving(request) { return .seeOther(url) }
        guard publicAddress.isNamed(by: request) else { throw HTTPError(.forbidden) }
        return nil
    }

    /// What is said to somebody whose password is right and who has no role.
    static let noRole = "This account may not open the console: it has no role."

    /// Lets somebody in who has just shown who they are. The session that the browser had ends: nobody holds it any more.
    func enter(_ tokens: IssuedTokens, to path: String, _ request: Request, _ caller: Caller) async throws -> Response {
        if let former = token(of: request) { try await sessions.end(former, for: caller) }
        return open(tokens, to: path)
    }

    /// `Strict`: no page elsewhere can send a browser in with its session. A session's end is the server's to know.
    func open(_ tokens: IssuedTokens, to path: String) -> Response {
        var response = Response.seeOther(path)
        set(tokens.refreshToken.expose(), maxAgeSeconds: nil, on: &response)
        return response
    }

    /// Puts a session in place of the browser's own, on a page that is shown.
    func keep(_ tokens: IssuedTokens, on response: inout Response) {
        set(tokens.refreshToken.expose(), maxAgeSeconds: nil, on: &response)
    }

    /// An administrator as the calls that concern their own account know them.
    func holder(_ request: Request, _ context: ServerContext) async throws -> SignedInCaller {
        guard let token = token(of: request) else { throw ConsoleRefusal.signInFirst }
        let tokens = try await sessions.refresh(token, for: project.id)
        return try await sessions.check(tokens.idToken, from: caller(request, context))
    }

    func close(_ request: Request, _ context: ServerContext, to path: String) async throws -> Response {
        if let token = token(of: request) { try await sessions.end(token, for: caller(request, context)) }
        var response = Response.seeOther(path)
        set("", maxAgeSeconds: 0, on: &response)
        return response
    }

    private func token(of request: Request) -> Secret<String>? {
        guard let value = request.cookies[cookieName]?.value, !value.isEmpty, value.utf8.count <= 256 else { return nil }
        return Secret(value)
    }

    private func set(_ value: String, maxAgeSeconds: Int?, on response: inout Response) {
        response.setCookie(
            Cookie(
                name: cookieName, value: value, maxAge: maxAgeSeconds, path: "/", secure: publicAddress.isSecure, httpOnly: true,
                sameSite: .strict))
    }
}
