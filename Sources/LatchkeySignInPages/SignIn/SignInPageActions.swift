import Hummingbird
import LatchkeyAccountAPI
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyProviders
import LatchkeySecrets
import LatchkeySignInFlow
import LatchkeyWeb

/// The actions of the sign-in page, independent of its presentation.
struct SignInPageActions: Sendable {
    let sessions: Sessions
    let signUp: SignUp
    let codes: CodeRequests
    let passwordSignIn: PasswordSignIn
    let update: AccountUpdate
    let providerSignIn: ProviderSignIn
    let pendingCredentials: PendingCredentials
    let methods: SignInMethods
    let finisher: FlowFinisher

    enum Outcome: Sendable {
        /// Signed in. `linkFailed` is the error if a provider could not be linked.
        case signedIn(IssuedTokens, linkFailed: SignInError.Code?)
        case secondFactorNeeded(SecondFactorNeeded)
        case confirm(email: String, provider: ProviderID, methods: [ProviderID], pendingToken: Secret<String>)
        case refused(SignInError.Code)
    }

    /// Signs in with a provider's assertion, or links it to the account that is signed in in this browser.
    func finish(_ assertion: ProviderAssertion, request: Request, visit: SignInVisit) async throws -> Outcome {
        var purpose = ProviderSignIn.Purpose.signIn(visit.caller)
        do {
            if visit.cookies.isLinking(request) {
                // Fails if the session has ended. Signing in instead could open another account.
                purpose = .link(try await holder(request, visit))
            }
            switch try await providerSignIn.finish(assertion, for: purpose) {
            case .signedIn(let tokens, _, _): return try await linkPending(to: tokens, request: request, visit: visit)
            case .secondFactorNeeded(let needed): return .secondFactorNeeded(needed)
            case .refused(let code, _): return .refused(code)
            case .confirmationNeeded(_, let token):
                guard let email = assertion.email else { return .refused(.emailExists) }
                let known = try await methods.methods(for: email, pendingToken: token, caller: visit.caller) ?? []
                return .confirm(email: email.text, provider: assertion.configuredAs, methods: known, pendingToken: token)
            }
        } catch let error as SignInError {
            return .refused(error.code)
        }
    }

    /// Returns the account holder that is signed in to the page.
    func holder(_ request: Request, _ visit: SignInVisit) async throws -> SignedInCaller {
        guard let token = visit.cookies.session(of: request) else { throw SignInError(.tokenExpired) }
        let tokens = try await sessions.refresh(token, for: visit.caller.project.id)
        return try await sessions.check(tokens.idToken, from: visit.caller)
    }

    func password(_ form: QueryParameters, request: Request, visit: SignInVisit) async throws -> Outcome {
        let email = try EmailAddress.required(form["email"])
        let password = Secret(form["password"] ?? "")
        if form["mode"] == "sign-up" {
            let tokens = try await signUp.withPassword(email: email, password: password, displayName: nil, caller: visit.caller)
            return try await linkPending(to: tokens, request: request, visit: visit)
        }
        switch try await passwordSignIn.signIn(email: email, password: password, caller: visit.caller) {
        case .signedIn(let tokens): return try await linkPending(to: tokens, request: request, visit: visit)
        case .secondFactorNeeded(let needed): return .secondFactorNeeded(needed)
        }
    }

    /// Links the provider whose sign-in was stopped by an account conflict to the account that the user has now signed in to.
    func linkPending(to tokens: IssuedTokens, request: Request, visit: SignInVisit) async throws -> Outcome {
        guard let pending = visit.cookies.pending(of: request),
            let assertion = try? await pendingCredentials.assertion(of: pending, in: visit.caller.realm),
            // Links only to the account with the same address. Signing in to another account links nothing.
            assertion.email != nil, assertion.email == tokens.account.email
        else {
            return .signedIn(tokens, linkFailed: nil)
        }
        let holder = try await sessions.check(tokens.idToken, from: visit.caller)
        let outcome: ProviderSignInOutcome
        do {
            outcome = try await providerSignIn.finish(assertion, for: .link(holder), consuming: Fingerprint(of: pending.expose()))
        } catch let error as SignInError where error.code == .operationNotAllowed {
            // The provider was disabled in the meantime.
            return .signedIn(tokens, linkFailed: error.code)
        }
        switch outcome {
        case .signedIn(let tokens, _, _): return .signedIn(tokens, linkFailed: nil)
        case .refused(let code, _): return .signedIn(tokens, linkFailed: code)
        case .confirmationNeeded, .secondFactorNeeded: return .signedIn(tokens, linkFailed: .emailExists)
        }
    }
}
