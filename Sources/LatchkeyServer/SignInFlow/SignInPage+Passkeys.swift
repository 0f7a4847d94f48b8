// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWire

/// Passkeys on the server's own pages. A script asks for the options and puts the browser's answer into a form, so that everything
/// else is as it is with a password: forms of ours, cookies of ours.
extension SignInPage {
    func addPasskeys(to router: Router<ServerContext>) {
        router.post("/sign-in/passkey/options") { request, context in
            try await options(request, context) { caller, relyingParty in
                PasskeyRequestOptions(try await passkeys.signIn.start(caller, at: relyingParty))
            }
        }
        router.post("/sign-in/passkey") { request, context in
            try await answeringForm { try await signInWithPasskey(request, context) }
        }
        router.post("/sign-in/passkeys/options") { request, context in
            try await options(request, context) { caller, relyingParty in
                let holder = try await actions.holder(request, caller)
                return PasskeyCreationOptions(try await passkeys.enrolment.start(holder, at: relyingParty), project: caller.project)
            }
        }
        router.post("/sign-in/passkeys") { request, context in
            try await change(request, context) { form, holder in
                let answer = try decode(AuthenticatorRegistrationResponse.self, form["credential"])
                return try await passkeys.enrolment.finish(try PasskeyRegistration(answer), name: form["name"], by: holder)
            }
        }
        router.post("/sign-in/passkeys/remove") { request, context in
            try await change(request, context) { form, holder in
                guard let id = form["passkey"].flatMap({ Base64URL.decode($0) }) else { throw SignInError(.invalidCredentialID) }
                return try await actions.update.apply(AccountEdit(removingPasskeys: [id]), by: holder).tokens
            }
        }
    }

    /// What the script passes to the browser; a refusal in words for the person.
    private func options<Options: Encodable>(
        _ request: Request, _ context: ServerContext, make: (Caller, RelyingParty) async throws -> Options
    ) async throws -> Response {
        do {
            _ = try await form(of: request)
        } catch is PageForms.ForeignForm {
            return try .json(ScriptRefusal(message: "This page is out of date. Reload it and try again."), status: .forbidden)
        }
        let caller = try await actions.caller(request, context)
        guard let relyingParty = passkeys.ownRelyingParty else { throw HTTPError(.notFound) }
        do {
            return try .json(try await make(caller, relyingParty))
        } catch let error as SignInError {
            return try .json(ScriptRefusal(message: Self.message(for: error.code.rawValue, error.message)), status: .badRequest)
        }
    }

    private func signInWithPasskey(_ request: Request, _ context: ServerContext) async throws -> Response {
        let form = try await form(of: request)
        let caller = try await actions.caller(request, context)
        let browser = cookie.token(of: request) ?? cookie.newToken()
        do {
            let assertion = try PasskeyAssertion(try decode(AuthenticatorAuthenticationResponse.self, form["credential"]))
            let tokens = try await passkeys.signIn.finish(assertion, caller: caller)
            let outcome = try await actions.linkPending(to: tokens, request: request, caller: caller)
            return try await reply(to: outcome, request: request, caller: caller, browser: browser)
        } catch let error as SignInError {
            return .seeOther("/sign-in?error=" + error.code.rawValue)
        }
    }

    /// Changes the passkeys of the account that is open; the browser gets the session that follows.
    private func change(
        _ request: Request, _ context: ServerContext, by body: (QueryParameters, SignedInCaller) async throws -> IssuedTokens?
    ) async throws -> Response {
        try await answeringForm { try await changing(request, context, by: body) }
    }

    private func changing(
        _ request: Request, _ context: ServerContext, by body: (QueryParameters, SignedInCaller) async throws -> IssuedTokens?
    ) async throws -> Response {
        let form = try await form(of: request)
        let caller = try await actions.caller(request, context)
        var response = Response.seeOther("/sign-in")
        do {
            let holder = try await actions.holder(request, caller)
            if let tokens = try await body(form, holder) {
                if let old = cookies.session(of: request) { try await actions.sessions.end(old, for: caller) }
                cookies.setSession(tokens.refreshToken, on: &response)
            }
            return response
        } catch let error as SignInError {
            return .seeOther("/sign-in?error=" + error.code.rawValue)
        }
    }

    private func decode<Answer: Decodable>(_ type: Answer.Type, _ json: String?) throws -> Answer? {
        guard let json, !json.isEmpty else { return nil }
        guard let answer = try? WireDecoder.decode(type, from: Array(json.utf8)) else { throw SignInError(.invalidAuthenticatorResponse) }
        return answer
    }
}

/// What a page's script tells the person.
struct ScriptRefusal: Codable {
    let message: String
}
