import HTTPTypes
import Hummingbird
import LatchkeyAccountAPI
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb
import LatchkeyWire

/// Passkeys on the server's own pages. A script requests the options and puts the browser's response into a form. The rest works as with a
/// password: through the page's forms and cookies.
extension SignInPage {
    func addPasskeys(to router: Router<ServerContext>) {
        post("/sign-in/passkey/options", router, forScript: true) { request, visit in
            try await options(request, visit) { relyingParty in
                PasskeyRequestOptions(try await passkeys.signIn.start(visit.caller, at: relyingParty))
            }
        }
        post("/sign-in/passkey", router) { try await signInWithPasskey($0, $1) }
        post("/sign-in/passkeys/options", router, forScript: true) { request, visit in
            try await options(request, visit) { relyingParty in
                let holder = try await actions.holder(request, visit)
                return PasskeyCreationOptions(try await passkeys.enrollment.start(holder, at: relyingParty), project: visit.caller.project)
            }
        }
        post("/sign-in/passkeys", router) { request, visit in
            try await change(request, visit) { form, holder in
                try await passkeys.enrollment.finish(try form.passkeyRegistration(), name: form["name"], by: holder)
            }
        }
        post("/sign-in/passkeys/remove", router) { request, visit in
            try await change(request, visit) { form, holder in
                try await actions.update.apply(AccountEdit(removingPasskeys: [try form.passkeyID()]), by: holder).tokens
            }
        }
    }

    /// Returns the options that the script passes to the browser, or an error message to show to the user.
    private func options<Options: Encodable>(
        _ request: Request, _ visit: SignInVisit, make: (RelyingParty) async throws -> Options
    ) async throws -> Response {
        do {
            _ = try await form(of: request)
        } catch is PageForms.ForeignForm {
            return try .json(ScriptRefusal(message: visit.texts.outOfDate), status: .forbidden)
        }
        guard let relyingParty = passkeys.ownRelyingParty else { throw HTTPError(.notFound) }
        do {
            return try .json(try await make(relyingParty))
        } catch let error as SignInError {
            return try .json(ScriptRefusal(message: visit.texts.message(for: error)), status: .badRequest)
        }
    }

    private func signInWithPasskey(_ request: Request, _ visit: SignInVisit) async throws -> Response {
        let (form, browser) = try await form(of: request)
        do {
            let tokens = try await passkeys.signIn.finish(try form.passkeyAssertion(), caller: visit.caller)
            let outcome = try await actions.linkPending(to: tokens, request: request, visit: visit)
            return try await reply(to: outcome, visit: visit, browser: browser)
        } catch let error as SignInError {
            return .seeOther(visit.home(error: error.code.rawValue))
        }
    }

    /// Changes the signed-in account. If the change issues new tokens, they replace the browser's session.
    ///
    /// - Parameters:
    ///   - next: The path to which the browser is redirected.
    ///   - problem: The path to which it is redirected after an error, from the code of the error.
    func change(
        _ request: Request, _ visit: SignInVisit, to next: String, orTo problem: (SignInError.Code) -> String,
        by body: (QueryParameters, SignedInCaller) async throws -> IssuedTokens?
    ) async throws -> Response {
        let (form, _) = try await form(of: request)
        var response = Response.seeOther(next)
        do {
            let holder = try await actions.holder(request, visit)
            if let tokens = try await body(form, holder) {
                if let old = visit.cookies.session(of: request) { try await actions.sessions.end(old, for: visit.caller) }
                visit.cookies.setSession(tokens.refreshToken, on: &response)
            }
            return response
        } catch let error as SignInError {
            return .seeOther(problem(error.code))
        }
    }

    private func change(
        _ request: Request, _ visit: SignInVisit, by body: (QueryParameters, SignedInCaller) async throws -> IssuedTokens?
    ) async throws -> Response {
        try await change(request, visit, to: visit.home(), orTo: { visit.home(error: $0.rawValue) }, by: body)
    }
}
