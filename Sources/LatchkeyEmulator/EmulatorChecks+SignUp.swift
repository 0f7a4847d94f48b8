import LatchkeyAccountAPI
import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyWeb
import LatchkeyWire

extension EmulatorChecks {
    /// `accounts:signUp`.
    @Sendable func signUp(_ received: SignUpRequest, _ caller: Caller) async throws -> SignUpRequest {
        var input = received
        if !input.localId.isMissing { throw SignInError(.init(rawValue: "UNEXPECTED_PARAMETER"), message: "User ID") }
        let isAnonymous = input.idToken.isMissing && input.password.isMissing && input.email.isMissing
        if isAnonymous {
            guard caller.project.settings.anonymousSignIn else { throw SignInError(.adminOnlyOperation) }
            // An empty email is not an anonymous sign-up: the form was submitted without input.
            if input.email == "" { throw SignInError(.invalidEmail) }
            input.password = nil
        } else {
            guard let email = input.email.unlessEmpty else { throw SignInError(.missingEmail) }
            guard let password = input.password.unlessEmpty else { throw SignInError(.missingPassword) }
            guard caller.project.settings.passwordSignIn else { throw SignInError(.operationNotAllowed) }
            try await requireFree(email, caller)
            try requireStrong(password, caller)
        }
        _ = try input.factors()
        if let idToken = input.idToken.unlessEmpty { _ = try await sessions.check(idToken, from: caller) }
        return input
    }

    /// `accounts:signInWithPassword`.
    @Sendable func signInWithPassword(
        _ input: SignInWithPasswordRequest, _ caller: Caller
    ) async throws -> SignInWithPasswordRequest {
        guard caller.project.settings.passwordSignIn else { throw SignInError(.passwordLoginDisabled) }
        guard let email = input.email else { throw SignInError(.missingEmail) }
        guard EmailAddress(email) != nil else { throw SignInError(.invalidEmail) }
        guard !input.password.isMissing else { throw SignInError(.missingPassword) }
        guard input.captchaChallenge.isMissing, input.captchaResponse.isMissing else { throw NotEmulated("captcha unimplemented") }
        guard input.idToken.isMissing, input.pendingIdToken.isMissing else {
            throw NotEmulated("idToken / pendingIdToken is no longer in use and unsupported by the Auth Emulator.")
        }
        return input
    }

    /// `accounts:signInWithEmailLink`.
    @Sendable func signInWithEmailLink(
        _ input: SignInWithEmailLinkRequest, _ caller: Caller
    ) async throws -> SignInWithEmailLinkRequest {
        guard caller.project.settings.emailLinkSignIn else { throw SignInError(.operationNotAllowed) }
        if let idToken = input.idToken.unlessEmpty { _ = try await sessions.check(idToken, from: caller) }
        guard let email = input.email.unlessEmpty else { throw SignInError(.missingEmail) }
        let text = try Secret<String>.requiredCode(input.oobCode)
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
        return input
    }

    /// `accounts:createAuthUri`. Only the Latchkey client can start a sign-in at a provider, unless there are simulated providers; then
    /// every client can.
    @Sendable func createAuthUri(_ received: CreateAuthUriRequest, _ caller: Caller) async throws -> CreateAuthUriRequest {
        var input = received
        guard input.providerId.isMissing else {
            guard mayStartFlow(caller) else { throw NotEmulated("Sign-in with IDP is not yet supported.") }
            return input
        }
        guard let identifier = input.identifier.unlessEmpty else { throw Self.missing("IDENTIFIER") }
        guard let continueURI = input.continueUri.unlessEmpty else { throw Self.missing("CONTINUE_URI") }
        guard EmailAddress(identifier) != nil else { throw SignInError(.init(rawValue: "INVALID_IDENTIFIER")) }
        guard AbsoluteURI.isOne(continueURI) else { throw SignInError(.init(rawValue: "INVALID_CONTINUE_URI")) }
        // The value is not used, but the call itself accepts only web addresses.
        input.continueUri = "http://localhost"
        return input
    }

    /// Adds the sign-in methods in the form of Google's emulator. An account without any sign-in method also counts as registered. The
    /// providers are listed in the order in which they were added.
    @Sendable func registered(
        _ input: CreateAuthUriRequest, _ reply: CreateAuthUriReply, _ caller: Caller
    ) async throws -> CreateAuthUriReply {
        guard let registered = reply.registered, let email = input.identifier.flatMap(EmailAddress.init) else { return reply }
        let allowsSeveral = !caller.project.settings.oneAccountPerEmail
        let (owner, isProviders) = try await store.read { view in
            let owner = try view.account(withEmail: email, in: caller.realm)
            return (owner, try !allowsSeveral && view.accounts(withIdentityEmail: email, in: caller.realm).first != nil)
        }
        var reply = reply
        reply.registered = registered || owner != nil || isProviders
        guard let owner, !allowsSeveral else { return reply }
        let entries = (ProviderUserInfo.all(of: owner) ?? []).filter { $0.providerId != ProviderID.phone.rawValue }
        reply.allProviders = entries.compactMap(\.providerId)
        reply.signinMethods = entries.flatMap { entry -> [String] in
            guard entry.providerId == ProviderID.password.rawValue else { return [entry.providerId].compactMap(\.self) }
            return owner.signInMethods.filter { [.password, .emailLink].contains($0) }.map(\.rawValue)
        }
        return reply
    }

    /// Removes the profile from the response to a password sign-in, as Google's emulator does.
    @Sendable func withoutProfile(
        _ input: SignInWithPasswordRequest, _ reply: SignInWithPasswordReply, _ caller: Caller
    ) async throws -> SignInWithPasswordReply {
        var reply = reply
        reply.displayName = nil
        reply.profilePicture = nil
        return reply
    }
}
