import LatchkeyAccountAPI
import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyWeb
import LatchkeyWire

extension EmulatorChecks {
    /// `accounts:signUp`.
    @Sendable func signUp(_ asked: SignUpRequest, _ caller: Caller) async throws -> SignUpRequest {
        var ask = asked
        if !ask.localId.isMissing { throw SignInError(.init(rawValue: "UNEXPECTED_PARAMETER"), message: "User ID") }
        let isAnonymous = ask.idToken.isMissing && ask.password.isMissing && ask.email.isMissing
        if isAnonymous {
            guard caller.project.settings.anonymousSignIn else { throw SignInError(.adminOnlyOperation) }
            // An empty email is not an anonymous sign-up: the form was submitted without input.
            if ask.email == "" { throw SignInError(.invalidEmail) }
            ask.password = nil
        } else {
            guard let email = ask.email.unlessEmpty else { throw SignInError(.missingEmail) }
            guard let password = ask.password.unlessEmpty else { throw SignInError(.missingPassword) }
            guard caller.project.settings.passwordSignIn else { throw SignInError(.operationNotAllowed) }
            try await requireFree(email, caller)
            try requireStrong(password, caller)
        }
        _ = try ask.factors()
        if let idToken = ask.idToken.unlessEmpty { _ = try await sessions.check(idToken, from: caller) }
        return ask
    }

    /// `accounts:signInWithPassword`.
    @Sendable func signInWithPassword(
        _ ask: SignInWithPasswordRequest, _ caller: Caller
    ) async throws -> SignInWithPasswordRequest {
        guard caller.project.settings.passwordSignIn else { throw SignInError(.passwordLoginDisabled) }
        guard let email = ask.email else { throw SignInError(.missingEmail) }
        guard EmailAddress(email) != nil else { throw SignInError(.invalidEmail) }
        guard !ask.password.isMissing else { throw SignInError(.missingPassword) }
        guard ask.captchaChallenge.isMissing, ask.captchaResponse.isMissing else { throw NotEmulated("captcha unimplemented") }
        guard ask.idToken.isMissing, ask.pendingIdToken.isMissing else {
            throw NotEmulated("idToken / pendingIdToken is no longer in use and unsupported by the Auth Emulator.")
        }
        return ask
    }

    /// `accounts:signInWithEmailLink`.
    @Sendable func signInWithEmailLink(
        _ ask: SignInWithEmailLinkRequest, _ caller: Caller
    ) async throws -> SignInWithEmailLinkRequest {
        guard caller.project.settings.emailLinkSignIn else { throw SignInError(.operationNotAllowed) }
        if let idToken = ask.idToken.unlessEmpty { _ = try await sessions.check(idToken, from: caller) }
        guard let email = ask.email.unlessEmpty else { throw SignInError(.missingEmail) }
        let text = try Secret<String>.requiredCode(ask.oobCode)
        let code: OneTimeCode
        do {
            code = try await codes.check(text, in: caller.realm)
        } catch let error as SignInError {
            // The store deletes the codes of an account when it is disabled; Google's emulator keeps them and checks the account.
            let owner = try await store.read { view in
                try EmailAddress(email).flatMap { try view.account(withEmail: $0, in: caller.realm) }
            }
            throw owner?.disabled == true ? SignInError(.userDisabled) : error
        }
        guard code.kind == .emailSignIn else { throw SignInError(.invalidOOBCode) }
        guard EmailAddress(email) == code.email else {
            throw SignInError(.invalidEmail, message: "The email provided does not match the sign-in email address.")
        }
        return ask
    }

    /// `accounts:createAuthUri`. Only the Latchkey client can start a sign-in at a provider, unless there are simulated providers; then
    /// every client can.
    @Sendable func createAuthUri(_ asked: CreateAuthUriRequest, _ caller: Caller) async throws -> CreateAuthUriRequest {
        var ask = asked
        guard ask.providerId.isMissing else {
            guard mayStartFlow(caller) else { throw NotEmulated("Sign-in with IDP is not yet supported.") }
            return ask
        }
        guard let identifier = ask.identifier.unlessEmpty else { throw Self.missing("IDENTIFIER") }
        guard let continueURI = ask.continueUri.unlessEmpty else { throw Self.missing("CONTINUE_URI") }
        guard EmailAddress(identifier) != nil else { throw SignInError(.init(rawValue: "INVALID_IDENTIFIER")) }
        guard AbsoluteURI.isOne(continueURI) else { throw SignInError(.init(rawValue: "INVALID_CONTINUE_URI")) }
        // The value is not used, but the call itself accepts only web addresses.
        ask.continueUri = "http://localhost"
        return ask
    }

    /// Adds the sign-in methods in the form of Google's emulator. An account without any sign-in method also counts as registered. The
    /// providers are listed in the order in which they were added.
    @Sendable func registered(
        _ ask: CreateAuthUriRequest, _ answer: CreateAuthUriReply, _ caller: Caller
    ) async throws -> CreateAuthUriReply {
        guard let registered = answer.registered, let email = ask.identifier.flatMap(EmailAddress.init) else { return answer }
        let allowsSeveral = !caller.project.settings.oneAccountPerEmail
        let (owner, isProviders) = try await store.read { view in
            let owner = try view.account(withEmail: email, in: caller.realm)
            return (owner, try !allowsSeveral && view.accounts(withIdentityEmail: email, in: caller.realm).first != nil)
        }
        var answer = answer
        answer.registered = registered || owner != nil || isProviders
        guard let owner, !allowsSeveral else { return answer }
        let entries = (ProviderUserInfo.all(of: owner) ?? []).filter { $0.providerId != ProviderID.phone.rawValue }
        answer.allProviders = entries.compactMap(\.providerId)
        answer.signinMethods = entries.flatMap { entry -> [String] in
            guard entry.providerId == ProviderID.password.rawValue else { return [entry.providerId].compactMap(\.self) }
            return owner.signInMethods.filter { [.password, .emailLink].contains($0) }.map(\.rawValue)
        }
        return answer
    }

    /// Removes the profile from the response to a password sign-in, as Google's emulator does.
    @Sendable func withoutProfile(
        _ ask: SignInWithPasswordRequest, _ answer: SignInWithPasswordReply, _ caller: Caller
    ) async throws -> SignInWithPasswordReply {
        var answer = answer
        answer.displayName = nil
        answer.profilePicture = nil
        return answer
    }
}
