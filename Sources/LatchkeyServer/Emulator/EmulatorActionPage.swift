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
            return try await answer(query, request, context)
        }
    }

    private func answer(_ query: QueryParameters, _ request: Request, _ context: ServerContext) async throws -> Response {
        let ask = ActionRequest(query)
        guard !ask.apiKey.isEmpty else {
            return try refusal("missing apiKey query parameter", "Append &apiKey=YOUR_API_KEY to the link.")
        }
        guard !ask.code.expose().isEmpty else {
            return try refusal("missing oobCode query parameter", "Append &oobCode=YOUR_OOB_CODE to the link.")
        }
        let caller = try await resolver.caller(
            for: try await resolver.project(withKey: ask.apiKey), tenant: ask.tenant, request: request, context: context)
        switch ask.mode {
        case .signIn:
            guard let url = ask.uncheckedContinueURL else {
                return try refusal("Missing continueUrl query parameter", "To sign in, append &continueUrl=YOUR_APP_URL to the link.")
            }
            guard WebOrigin(url) != nil else {
                return try refusal("Invalid continueUrl query parameter", "Use an http or https URL.")
            }
            let link = ActionLink(
                mode: .signIn, code: ask.code, apiKey: ask.apiKey, language: ask.texts.language, continueURL: nil,
                tenant: caller.tenant)
            return .seeOther(ActionRequest.signInURL(at: url, link))
        case .resetPassword: return try await resetPassword(ask, caller)
        case .verifyEmail, .recoverEmail, .verifyAndChangeEmail, .disownEmail: return try await apply(ask, caller)
        default:
            return try refusal("Invalid mode", nil)
        }
    }

    private func resetPassword(_ ask: ActionRequest, _ caller: Caller) async throws -> Response {
        guard try await kind(of: ask.code, caller) == .passwordReset else {
            return try refusal(Self.used(for: "reset your password"), "Try resetting your password again.")
        }
        guard !ask.newPassword.expose().isEmpty else {
            return try refusal(
                "missing newPassword query parameter", "To reset the password, append &newPassword=\(Self.placeholder) to the link.")
        }
        guard ask.newPassword.expose() != Self.placeholder else {
            return try refusal(
                "newPassword must be something other than '\(Self.placeholder)'", "Change the link to specify a new password instead.")
        }
        let code = try await codes.reset.confirm(ask.code, newPassword: ask.newPassword, for: caller)
        return try done("The password has been successfully updated.", code.email?.text, ask)
    }

    private func apply(_ ask: ActionRequest, _ caller: Caller) async throws -> Response {
        let isRecovery = ask.mode == .recoverEmail
        if isRecovery, try await kind(of: ask.code, caller) != .recoverEmail {
            return try refusal("Requested mode does not match the OOB code provided.", Self.retry(.recoverEmail))
        }
        do {
            let (account, code) = try await codes.application.apply(ask.code, for: caller)
            return try done(Self.success(of: code.kind), account.email?.text, ask, goesOn: !isRecovery)
        } catch let error as SignInError where error.code == .invalidOOBCode || error.code == .expiredCode {
            return try refusal(Self.used(for: Self.purpose(of: ask.mode)), Self.retry(ask.mode))
        }
    }

    private func kind(of code: Secret<String>, _ caller: Caller) async throws -> OneTimeCode.Kind? {
        do {
            return try await codes.codes.check(code, in: caller.realm).kind
        } catch is SignInError {
            return nil
        }
    }

    // MARK: Texts

    private static let placeholder = "NEW_PASSWORD_HERE"

    private static func used(for purpose: String) -> String {
        "Your request to \(purpose) has expired or the link has already been used."
    }

    private static func purpose(of mode: ActionLink.Mode) -> String {
        switch mode {
        case .verifyEmail: "verify your email"
        case .verifyAndChangeEmail: "change your email"
        default: "revert your email"
        }
    }

    private static func retry(_ mode: ActionLink.Mode) -> String {
        switch mode {
        case .verifyEmail: "Try verifying your email again."
        case .verifyAndChangeEmail: "Try changing your email again."
        default: "To try it again, change the email again, which makes a new link."
        }
    }

    private static func success(of kind: OneTimeCode.Kind) -> String {
        switch kind {
        case .verifyEmail: "The email has been successfully verified."
        case .recoverEmail: "The email has been successfully reset."
        case .disownEmail: "The email has been taken away from the account."
        default: "The email has been successfully changed."
        }
    }

    private func done(_ text: String, _ email: String?, _ ask: ActionRequest, goesOn: Bool = true) throws -> Response {
        if goesOn, let url = ask.uncheckedContinueURL, WebOrigin(url) != nil { return .seeOther(url) }
        return try Response.json(EmulatorVerdict(authEmulator: .init(success: text, email: email)))
    }

    private func refusal(_ error: String, _ instructions: String?) throws -> Response {
        try Response.json(EmulatorVerdict(authEmulator: .init(error: error, instructions: instructions)), status: .badRequest)
    }
}
