import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyWeb
import LatchkeyWire

extension EmulatorChecks {
    /// `accounts:sendOobCode`. Settings for mobile apps are ignored, because every link leads to the emulator's page.
    @Sendable func sendOobCode(_ received: SendOobCodeRequest, _ caller: Caller) async throws -> SendOobCodeRequest {
        guard let type = received.requestType, type != .unspecified, !type.rawValue.isEmpty else { throw Self.missing("REQ_TYPE") }
        try type.requireKnown()
        if received.returnOobLink == true { throw SignInError(.init(rawValue: "INSUFFICIENT_PERMISSION")) }
        if let url = received.continueUrl.unlessEmpty, !AbsoluteURI.isOne(url) {
            throw SignInError(
                .init(rawValue: "INVALID_CONTINUE_URI"), message: "((expected an absolute URI with valid scheme and host))")
        }
        var input = SendOobCodeRequest()
        input.requestType = type
        input.continueUrl = received.continueUrl
        input.email = received.email
        input.newEmail = received.newEmail
        input.idToken = received.idToken
        input.tenantId = received.tenantId
        switch type {
        case .emailSignIn:
            guard caller.project.settings.emailLinkSignIn else { throw SignInError(.operationNotAllowed) }
            guard !input.email.isMissing else { throw SignInError(.missingEmail) }
        case .passwordReset:
            guard let email = input.email.unlessEmpty else { throw SignInError(.missingEmail) }
            // No account has an invalid address.
            if EmailAddress(email) == nil, !caller.project.settings.enumerationProtection { throw SignInError(.emailNotFound) }
        case .verifyEmail: try await requireAddress(input.idToken, caller)
        case .verifyAndChangeEmail:
            guard let newEmail = input.newEmail.unlessEmpty else { throw Self.missing("NEW_EMAIL") }
            try await requireAddress(input.idToken, caller)
            if EmailAddress(newEmail) != nil { try await requireFree(newEmail, caller) }
        default: throw NotEmulated(type.rawValue)
        }
        return input
    }

    private func requireAddress(_ idToken: String?, _ caller: Caller) async throws {
        guard let idToken = idToken.unlessEmpty else { throw SignInError(.invalidIDToken) }
        guard try await sessions.check(idToken, from: caller).account.email != nil else { throw SignInError(.missingEmail) }
    }

    /// `accounts:resetPassword`.
    @Sendable func resetPassword(_ received: ResetPasswordRequest, _ caller: Caller) async throws -> ResetPasswordRequest {
        guard caller.project.settings.passwordSignIn else { throw SignInError(.passwordLoginDisabled) }
        var input = received
        input.newPassword = received.newPassword.unlessEmpty
        return input
    }

    /// `accounts:update`.
    @Sendable func update(_ received: UpdateRequest, _ caller: Caller) async throws -> UpdateRequest {
        if received.provider != nil { throw NotEmulated("provider is not implemented yet.") }
        if received.upgradeToFederatedLogin != nil { throw NotEmulated("upgradeToFederatedLogin is not implemented yet.") }
        guard !received.idToken.isMissing || !received.oobCode.isMissing else {
            throw SignInError(.init(rawValue: "INVALID_REQ_TYPE"), message: "Unsupported request parameters.")
        }
        if received.customAttributes != nil { throw SignInError(.init(rawValue: "INSUFFICIENT_PERMISSION")) }
        for attribute in received.deleteAttribute ?? [] where [.provider, .rawUserInfo].contains(attribute) {
            throw NotEmulated("deleteAttribute: " + attribute.rawValue)
        }
        var input = received
        input.email = received.email.unlessEmpty
        input.password = received.password.unlessEmpty
        input.deleteAttribute = received.deleteAttribute?.filter { $0.rawValue != "USER_ATTRIBUTE_NAME_UNSPECIFIED" }
        if let code = input.oobCode.unlessEmpty {
            let found = try await codes.check(Secret(code), in: caller.realm)
            if [.emailSignIn, .passwordReset].contains(found.kind) { throw NotEmulated(found.kind.rawValue) }
        } else {
            let holder = try await sessions.check(input.idToken ?? "", from: caller)
            if input.disableUser != nil { throw SignInError(.operationNotAllowed) }
            if let email = input.email { try await requireFree(email, for: holder.account.id, holder.caller) }
            if let password = input.password { try requireStrong(password, caller) }
        }
        if let enrollments = input.mfa?.enrollments { input.mfa?.enrollments = try EmulatedPreconditions.distinct(enrollments) }
        if let linked = input.linkProviderUserInfo { try linked.requireIdentity() }
        return input
    }
}

extension OobRequestType {
    /// Checks that the type has a name of Google's enumeration. Google's emulator compares requests with their schema before other checks.
    ///
    /// - Throws: ``WireDecodingError``.
    func requireKnown() throws {
        guard !Self.namesByNumber.contains(rawValue) else { return }
        throw WireDecodingError(.field, path: "/requestType", problem: "must be equal to one of the allowed values")
    }
}
