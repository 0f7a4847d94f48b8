import HTTPTypes
package import Hummingbird
package import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
package import LatchkeyWeb

/// Authenticates administrators at the console, and starts and ends their sessions.
package struct ConsoleDoor: Sendable {
    let project: Project
    package let sessions: Sessions
    let store: StoreReader
    let clientAddress: ClientAddress
    let cookie: BrowserCookie
    /// Whether the console requires a session that began with a second factor or a passkey.
    let requiresSecondFactor: Bool

    private var publicAddress: PublicAddress { cookie.publicAddress }
    private var cookieName: String { (publicAddress.isSecure ? "__Host-" : "") + "latchkey_console" }

    package func caller(_ request: Request, _ context: ServerContext) -> Caller {
        Caller(
            project: project,
            client: ClientDescription(
                app: "console", address: clientAddress.address(of: request, context: context), userAgent: request.headers[.userAgent]))
    }

    /// Returns the signed-in administrator.
    ///
    /// - Parameter isOwnAccount: Whether the request is for the administrator's own account, where a missing second factor is set up.
    /// - Throws: ``ConsoleRefusal``.
    package func visitor(
        _ request: Request, atLeast needed: ConsoleRole = .viewer, isOwnAccount: Bool = false
    ) async throws -> ConsoleVisitor {
        guard let browser = cookie.token(of: request), let token = token(of: request) else { throw ConsoleRefusal.signInFirst }
        do {
            let (account, session) = try await sessions.holder(ofRefreshToken: token, for: project.id)
            guard let role = ConsoleRole(of: account) else { throw ConsoleRefusal.signInFirst }
            guard role >= needed else { throw ConsoleRefusal.roleNeeded(needed, own: role) }
            if requiresSecondFactor, !session.hasTwoFactors {
                let hasFactor = try await hasSecondFactor(account)
                // With a password alone, an attacker could otherwise add a factor of their own to an account that already has one.
                guard isOwnAccount, !hasFactor else { throw ConsoleRefusal.secondFactorNeeded(isSetUp: hasFactor) }
            }
            return ConsoleVisitor(account: account, session: session, role: role, browser: browser)
        } catch is SignInError {
            throw ConsoleRefusal.signInFirst
        }
    }

    private func hasSecondFactor(_ account: Account) async throws -> Bool {
        try await store.read { view in
            try !view.secondFactors(of: account.id, in: account.realm).isEmpty || !view.passkeys(of: account.id, in: account.realm).isEmpty
        }
    }

    /// Checks the session and the role again between the parts of a long operation, which stops if access was revoked meanwhile.
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

    /// Redirects a page request under a different host name to the public address.
    ///
    /// - Throws: `HTTPError` with status 403 for a foreign host name, for example in a DNS rebinding attack.
    func elsewhere(_ request: Request) throws -> Response? {
        if request.method == .get, let url = publicAddress.moving(request) { return .seeOther(url) }
        guard publicAddress.isNamed(by: request) else { throw HTTPError(.forbidden) }
        return nil
    }

    /// The message for an account with valid credentials and without a role.
    static let noRole = "This account has no role, so it can’t access the console."

    /// Starts a session after a successful sign-in. The former session of the browser ends, because its token is replaced.
    func enter(_ tokens: IssuedTokens, to path: String, _ request: Request, _ caller: Caller) async throws -> Response {
        if let former = token(of: request) { try await sessions.end(former, for: caller) }
        return open(tokens, to: path)
    }

    /// Sets the session cookie and redirects. The cookie is `SameSite=Strict`, so that requests from other sites never carry the session.
    /// It has no maximum age, because the server tracks the end of the session.
    func open(_ tokens: IssuedTokens, to path: String) -> Response {
        var response = Response.seeOther(path)
        set(tokens.refreshToken.expose(), maxAgeSeconds: nil, on: &response)
        return response
    }

    /// Replaces the session of the browser in the response of a rendered page.
    func keep(_ tokens: IssuedTokens, on response: inout Response) {
        set(tokens.refreshToken.expose(), maxAgeSeconds: nil, on: &response)
    }

    /// Returns the administrator as the caller of operations on their own account.
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

extension Session {
    /// Whether the sign-in proved two factors. A passkey counts as two, because the device verifies the user.
    fileprivate var hasTwoFactors: Bool { secondFactor != nil || method == .passkey }
}
