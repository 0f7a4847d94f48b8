import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyWeb
import LatchkeyWire

extension EmulatorChecks {
    /// `accounts:sendOobCode`. Settings for mobile apps are ignored, because every link leads to the emulator's page.
    @Sendable func sendOobCode(_ asked: SendOobCodeRequest, _ caller: Caller) async throws -> SendOobCodeRequest {
        guard let type = asked.requestType, type != .unspecified, !type.rawValue.isEmpty else { throw Self.missing("REQ_TYPE") }
        if asked.returnOobLink == true { throw SignInError(.init(rawValue: "INSUFFICIENT_PERMISSION")) }
        if let url = asked.continueUrl.unlessEmpty, !AbsoluteURI.isOne(url) {
            throw SignInError(
                .init(rawValue: "INVALID_CONTINUE_URI"), message: "((expected an absolute URI with valid scheme and host))")
        }
        var ask = SendOobCodeRequest()
        ask.requestType = type
        ask.continueUrl = asked.continueUrl
        ask.email = asked.email
        ask.newEmail = asked.newEmail
        ask.idToken = asked.idToken
        ask.tenantId = asked.tenantId
        switch type {
        case .emailSignIn:
            guard caller.project.settings.emailLinkSignIn else { throw SignInError(.operationNotAllowed) }
            guard !ask.email.isMissing else { throw SignInError(.missingEmail) }
        case .passwordReset:
            guard let email = ask.email.unlessEmpty else { throw SignInError(.missingEmail) }
            // No account has an invalid address.
            if EmailAddress(email) == nil, !caller.project.settings.enumerationProtection { throw SignInError(.emailNotFound) }
        case .verifyEmail: try await requireAddress(ask.idToken, caller)
        case .verifyAndChangeEmail:
            guard let newEmail = ask.newEmail.unlessEmpty else { throw Self.missing("NEW_EMAIL") }
            try await requireAddress(ask.idToken, caller)
            if EmailAddress(newEmail) != nil { try await requireFree(newEmail, caller) }
        default: throw NotEmulated(String(type.rawValue.prefix(Self.maxShownCharacters)))
        }
        return ask
    }

    private static let maxShownCharacters = 80

    private func requireAddress(_ idToken: String?, _ caller: Caller) async throws {
        guard let idToken = idToken.unlessEmpty else { throw SignInError(.invalidIDToken) }
        guard try await sessions.check(idToken, from: caller).account.email != nil else { throw SignInError(.missingEmail) }
    }

    /// `accounts:resetPassword`.
    @Sendable func resetPassword(_ asked: ResetPasswordRequest, _ caller: Caller) async throws -> ResetPasswordRequest {
        guard caller.project.settings.passwordSignIn else { throw SignInError(.passwordLoginDisabled) }
        var ask = asked
        ask.newPassword = asked.newPassword.unlessEmpty
        return ask
    }

    /// `accounts:update`.
    @Sendable func update(_ asked: UpdateRequest, _ caller: Caller) async throws -> UpdateRequest {
        if asked.provider != nil { throw NotEmulated("provider is not implemented yet.") }
        if asked.upgradeToFederatedLogin != nil { throw NotEmulated("upgradeToFederatedLogin is not implemented yet.") }
        guard !asked.idToken.isMissing || !asked.oobCode.isMissing else {
            throw SignInError(.init(rawValue: "INVALID_REQ_TYPE"), message: "Unsupported request parameters.")
        }
        if asked.customAttributes != nil { throw SignInError(.init(rawValue: "INSUFFICIENT_PERMISSION")) }
        for attribute in asked.deleteAttribute ?? [] where [.provider, .rawUserInfo].contains(attribute) {
            throw NotEmulated("deleteAttribute: " + attribute.rawValue)
        }
        var ask = asked
        ask.email = asked.email.unlessEmpty
        ask.password = asked.password.unlessEmpty
        ask.deleteAttribute = asked.deleteAttribute?.filter { $0.rawValue != "USER_ATTRIBUTE_NAME_UNSPECIFIED" }
        if let code = ask.oobCode.unlessEmpty {
            let found = try await codes.check(Secret(code), in: caller.realm)
            if [.emailSignIn, .passwordReset].contains(found.kind) { throw NotEmulated(found.kind.rawValue) }
        } else {
            let holder = try await sessions.check(ask.idToken ?? "", from: caller)
            if ask.disableUser != nil { throw SignInError(.operationNotAllowed) }
            if let email = ask.email { try await requireFree(email, for: holder.account.id, holder.caller) }
            if let password = ask.password { try requireStrong(password, caller) }
        }
        if let enrollments = ask.mfa?.enrollments { ask.mfa?.enrollments = try EmulatedPreconditions.distinct(enrollments) }
        if let linked = ask.linkProviderUserInfo { try linked.requireIdentity() }
        return ask
    }
}
