import Hummingbird
import LatchkeyOAuth
import LatchkeySecrets

/// `POST /oauth/request_token`: the first leg, and the first step of reverse auth.
struct RequestTokenEndpoint: Sendable {
    let state: SandboxState

    func add(to routes: some RouterMethods<SandboxContext>) {
        routes.post("oauth/request_token") { request, context in
            let request = try await ReceivedRequest(request, context: context)
            let call = try await TwitterGuard(state: state).admit(request, expecting: .noToken, context: context)
            let isSuspended = state.withLedger {
                $0.faults.take(.appSuspended, provider: .twitter, path: request.faultPath, person: nil) != nil
            }
            guard !isSuspended else { throw TwitterRefusal.applicationSuspended }
            if let mode = call.signed.allParameters["x_auth_mode"] {
                guard mode == "reverse_auth" else { throw TwitterRefusal.badAuthenticationData("x_auth_mode is unknown") }
                return try ReverseAuth(state: state).ticket(for: call, at: request)
            }
            return try respond(call, path: request.faultPath)
        }
    }

    private func respond(_ call: TwitterCall, path: String) throws -> Response {
        let callback = try callback(of: call, path: path)
        let accessType = call.signed.allParameters["x_auth_access_type"]
        guard accessType == nil || accessType == "read" || accessType == "write" else {
            throw TwitterRefusal.badAuthenticationData("x_auth_access_type must be read or write")
        }
        let issued = TwitterLedger.RequestToken(
            token: state.random.token(byteCount: 20), secret: Secret(state.random.token(byteCount: 24)),
            appKey: call.app.key, callback: callback, mayWrite: accessType != "read", createdAt: state.now)
        state.withLedger { ledger in _ = ledger.twitter.requestTokens.insert(issued, for: issued.token) }
        return .form([
            "oauth_token": issued.token, "oauth_token_secret": issued.secret.expose(), "oauth_callback_confirmed": "true",
        ])
    }

    private func callback(of call: TwitterCall, path: String) throws -> TwitterLedger.RequestToken.Callback {
        guard let text = call.signed.callback, !text.isEmpty else {
            throw TwitterRefusal.badAuthenticationData("parameter_absent: oauth_callback is missing (OAuth 1.0a)")
        }
        let isRefused = state.withLedger {
            $0.faults.take(.callbackNotApproved, provider: .twitter, path: path, person: nil) != nil
        }
        guard !isRefused else { throw TwitterRefusal.callbackNotApproved("a fault is switched on") }
        if text == "oob" { return .pin }
        guard !call.app.callbacks.isEmpty else { throw TwitterRefusal.desktopApplication }
        guard let address = CallbackAddress(text) else {
            throw TwitterRefusal.callbackNotApproved("oauth_callback is not an absolute ASCII URL without a fragment")
        }
        guard CallbackRule.twitterAccepts(address, for: call.app) else {
            throw TwitterRefusal.callbackNotApproved(
                "\(text.prefix(100)) is not registered; registered callbacks: \(call.app.callbacks.joined(separator: " "))")
        }
        return .address(text)
    }
}
