import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb

/// The second factors and recovery codes of the own account.
extension SignInPage {
    func addSecondFactors(to router: Router<ServerContext>) {
        postAccount("/account/authenticator", router) { request, visit in
            try await showing(request, visit) { form, holder, frame in
                let seed = try await own.enrollment.startTOTP(for: holder)
                return try authenticatorPage(TOTP.base32(seed.seed.expose()), seed.sessionInfo.expose(), holder, visit, frame)
            }
        }
        postAccount("/account/authenticator/finish", router) { request, visit in
            try await showing(request, visit) { try await finishAuthenticator($0, $1, visit, $2) }
        }
        postChange("/account/factors/remove", router) { form, holder in
            try await own.enrollment.withdraw(form["factor"] ?? "", for: holder)
        }
        postAccount("/account/recovery-codes", router) { request, visit in
            try await showing(request, visit) { _, holder, frame in
                try codesPage(try await own.recovery.renew(for: holder), visit, frame)
            }
        }
    }

    /// Runs an action that shows a page. An error is shown on the page of the account.
    func showing(
        _ request: Request, _ visit: SignInVisit, _ body: (QueryParameters, SignedInCaller, SignInFrame) async throws -> Response
    ) async throws -> Response {
        let (form, browser) = try await form(of: request)
        do {
            return try await body(form, try await actions.holder(request, visit), frame(visit, browser))
        } catch let error as SignInError {
            return .seeOther(visit.account(error: error.code))
        }
    }

    private func authenticatorPage(
        _ key: String, _ sessionInfo: String, _ holder: SignedInCaller, _ visit: SignInVisit, _ frame: SignInFrame, error: String? = nil
    ) throws -> Response {
        let account = holder.account.email?.text ?? holder.account.id.rawValue
        let seed = AuthenticatorSeed(
            key: key, sessionInfo: sessionInfo, account: account, issuer: holder.caller.project.displayName)
        return try pages.page(
            "signin-authenticator", AuthenticatorContent(t: visit.texts, frame: frame, seed: seed, error: error),
            status: error == nil ? .ok : .badRequest)
    }

    private func finishAuthenticator(
        _ form: QueryParameters, _ holder: SignedInCaller, _ visit: SignInVisit, _ frame: SignInFrame
    ) async throws -> Response {
        let sessionInfo = form["sessionInfo"] ?? ""
        let code = (form["code"] ?? "").filter { $0 != " " }
        do {
            return try await finishFactor(.totp(code: code, sessionInfo: sessionInfo), holder, visit, frame)
        } catch let error as SignInError where error.code == .invalidCode {
            // The user has already added the key to their app. A new key would invalidate the app's codes.
            return try authenticatorPage(form["key"] ?? "", sessionInfo, holder, visit, frame, error: visit.texts.wrongCode)
        }
    }

    /// Enrolls a factor. The first one comes with recovery codes.
    func finishFactor(
        _ proof: SecondFactorEnrollment.Proof, _ holder: SignedInCaller, _ visit: SignInVisit, _ frame: SignInFrame
    ) async throws -> Response {
        let isFirst = try await store.read { try $0.secondFactors(of: holder.account.id, in: holder.account.realm).isEmpty }
        let (tokens, _) = try await own.enrollment.finish(proof, displayName: nil, for: holder)
        // The former session has ended, so the new one must reach the browser even if a later step fails.
        var response = confirming(tokens, visit)
        // Another factor keeps the codes that the user has.
        if isFirst, let renewed = try? await actions.sessions.check(tokens.idToken, from: visit.caller),
            let codes = try? await own.recovery.renew(for: renewed)
        {
            response = try codesPage(codes, visit, frame)
            visit.cookies.setSession(tokens.refreshToken, on: &response)
        }
        return response
    }

    /// Leads to the page of the account with a new session.
    func confirming(_ tokens: IssuedTokens, _ visit: SignInVisit) -> Response {
        var response = Response.seeOther(visit.account(done: .saved))
        visit.cookies.setSession(tokens.refreshToken, on: &response)
        return response
    }

    private func codesPage(_ codes: [String], _ visit: SignInVisit, _ frame: SignInFrame) throws -> Response {
        try pages.page("signin-recovery-codes", RecoveryCodesContent(t: visit.texts, frame: frame, codes: codes))
    }
}

/// The page on which users add an authenticator app.
struct AuthenticatorContent {
    let t: SignInTexts
    let frame: SignInFrame
    let seed: AuthenticatorSeed
    let error: String?
}

/// The page that shows new recovery codes once.
struct RecoveryCodesContent {
    let t: SignInTexts
    let frame: SignInFrame
    let codes: [String]
}
