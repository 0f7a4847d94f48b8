// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWire

/// `/emulator/action`: the page behind the links of mails. Opening it applies the code: nobody's mailbox is looked through here.
struct EmulatorActionPage: Sendable {
    let resolver: CallerResolver
    let codes: CodeEndpoints

    static let path = "/emulator/action"
    private static let maxBytes = 16_384

    func add(to router: Router<ServerContext>) {
        router.get(RouterPath(Self.path)) { request, context in
            let text = request.uri.query ?? ""
            guard text.utf8.count <= Self.maxBytes, let query = try? QueryParameters(formEncoded: text) else {
                return try refusal("The address cannot be read.", "Open the link as it was made.")
            }
            do {
                return try await answer(query, request, context)
            } catch let error as SignInError {
                return try refusal(
                    error.message ?? error.code.rawValue,
                    error.code == .invalidOOBCode || error.code == .expiredCode ? "Try sending another one." : nil)
            }
        }
    }

    private func answer(_ query: QueryParameters, _ request: Request, _ context: ServerContext) async throws -> Response {
        let ask = ActionRequest(query)
        guard !ask.apiKey.isEmpty, !ask.code.expose().isEmpty, query["mode"].unlessEmpty != nil else {
            return try refusal("missing apiKey, mode or oobCode query parameters", nil)
        }
        let caller = try await resolver.caller(
            for: try await resolver.project(withKey: ask.apiKey), tenant: ask.tenant, request: request, context: context)
        switch ask.mode {
        case .signIn:
            guard let url = ask.uncheckedContinueURL else {
                return try refusal("Missing continueUrl query parameter", "To sign in, append &continueUrl=YOUR_APP_URL to the link.")
            }
            let link = ActionLink(
                mode: .signIn, code: ask.code, apiKey: ask.apiKey, language: ask.texts.language, continueURL: nil,
                tenant: caller.tenant)
            return .seeOther(ActionRequest.signInURL(at: url, link))
        case .resetPassword:
            guard !ask.newPassword.expose().isEmpty else {
                return try refusal(
                    "missing newPassword query parameter", "To reset the password, append &newPassword=NEW_PASSWORD_HERE to the link.")
            }
            let code = try await codes.reset.confirm(ask.code, newPassword: ask.newPassword, for: caller)
            return try done("The password has been successfully updated.", code.email?.text, ask)
        case .verifyEmail, .recoverEmail, .verifyAndChangeEmail, .disownEmail:
            let (account, code) = try await codes.application.apply(ask.code, for: caller)
            let text =
                switch code.kind {
                case .verifyEmail: "The email has been successfully verified."
                case .recoverEmail: "The email has been successfully reset."
                case .disownEmail: "The email has been taken away from the account."
                default: "The email has been successfully changed."
                }
            return try done(text, account.email?.text, ask)
        default:
            return try refusal("Invalid mode: \(ask.mode.rawValue.prefix(80))", nil)
        }
    }

    private func done(_ text: String, _ email: String?, _ ask: ActionRequest) throws -> Response {
        if let url = ask.uncheckedContinueURL, WebOrigin(url) != nil { return .seeOther(url) }
        return try Response.json(EmulatorVerdict(authEmulator: .init(success: text, email: email)))
    }

    private func refusal(_ error: String, _ instructions: String?) throws -> Response {
        try Response.json(EmulatorVerdict(authEmulator: .init(error: error, instructions: instructions)), status: .badRequest)
    }
}
