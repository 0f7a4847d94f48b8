import Foundation
import LatchkeyAccountAPI
import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyWeb
import LatchkeyWire

/// `POST projects/{project}/accounts:update` of an emulator. It runs the checks in the order of Google's emulator and adds the members of
/// its response.
struct EmulatedUpdateAccountEndpoint: AdminEndpoint {
    static let name = UpdateAccountEndpoint.name
    static let words = UpdateAccountEndpoint.words

    let call: UpdateAccountEndpoint
    let store: any AccountStore
    let sessions: Sessions
    let codes: AdministratorCodes
    let standardProject: ProjectID
    let withdrawnFactors: WithdrawnFactors

    static func tenant(of input: UpdateRequest) -> String? { input.tenantId }

    func respond(to received: UpdateRequest, from caller: AdminCaller) async throws -> UpdateReply {
        if received.provider != nil { throw NotEmulated("provider is not implemented yet.") }
        if received.upgradeToFederatedLogin != nil { throw NotEmulated("upgradeToFederatedLogin is not implemented yet.") }
        guard let named = received.localId.unlessEmpty else { throw SignInError(.init(rawValue: "MISSING_LOCAL_ID")) }
        if let claims = received.customAttributes.unlessEmpty { _ = try DeveloperClaims.checked(claims) }
        for attribute in received.deleteAttribute ?? [] where [.provider, .rawUserInfo].contains(attribute) {
            throw NotEmulated("deleteAttribute: \(attribute.rawValue)")
        }
        // An ID token takes precedence over the uid.
        let holder: SignedInCaller? =
            if let idToken = received.idToken.unlessEmpty { try await sessions.check(idToken, from: caller.caller) } else { nil }
        if holder != nil, received.disableUser != nil { throw SignInError(.operationNotAllowed) }
        let id = holder?.account.id ?? AccountID(rawValue: named)
        var method = holder?.method
        let (before, input) = try await checked(received, of: id, in: caller.caller.realm)
        var reply = try await call.respond(to: input, from: caller)
        if input.mfa != nil { withdrawnFactors.forget(id, in: caller.caller.realm) }
        reply.newEmail = try input.email.map { try EmailAddress.required($0).text }
        guard let after = try await store.read({ try $0.account(id, in: caller.caller.realm) }) else { return reply }
        reply.passwordHash = after.password.flatMap(InsecureFakeHash.text(of:)) ?? reply.passwordHash
        // This runs before a code is created, because it would delete the code.
        try await setCreation(input.createdAt, of: after)
        if let email = after.email, email != before.email, input.email != nil, method != .anonymous {
            try await codes.tellFirstAddress(of: after, by: caller.keyed(in: standardProject).caller, actor: caller.actor)
        }
        // Google's emulator returns tokens if it knows the sign-in method of the account.
        if input.password != nil { method = .password }
        if let method, input.password != nil || input.validSince != nil || after.email != before.email && input.email != nil {
            let tokens = try await sessions.openUnproven(id, by: method, for: caller.caller)
            reply.idToken = tokens.idToken
            reply.refreshToken = tokens.refreshToken.expose()
            reply.expiresIn = String(tokens.expiresInSeconds)
        }
        return reply
    }

    /// Checks an update as Google's emulator does.
    ///
    /// - Returns: The account before the change, and the request without the values that Google's emulator treats as absent.
    private func checked(_ received: UpdateRequest, of id: AccountID, in realm: Realm) async throws -> (Account, UpdateRequest) {
        var input = received.withAnyPasskeyIDs
        input.localId = id.rawValue
        input.email = received.email.unlessEmpty
        input.password = received.password.unlessEmpty
        input.phoneNumber = received.phoneNumber.unlessEmpty
        input.deleteAttribute = received.deleteAttribute?.filter { $0 != .unspecified }
        let checkedInput = input
        let before = try await store.read { view in
            guard let account = try view.account(id, in: realm) else { throw SignInError(.userNotFound) }
            let check = EmulatedPreconditions(view: view, realm: realm)
            try check.requireFree(email: checkedInput.email, present: account)
            try EmulatedPreconditions.requireLength(ofPassword: checkedInput.password)
            _ = try EmulatedPreconditions.distinct(checkedInput.mfa?.enrollments ?? [])
            try check.requireFree(phoneNumber: checkedInput.phoneNumber, present: account)
            try checkedInput.linkProviderUserInfo?.requireIdentity()
            return account
        }
        if let enrollments = input.mfa?.enrollments { input.mfa?.enrollments = try EmulatedPreconditions.distinct(enrollments) }
        // An unchanged number is not a change and invalidates no token.
        if input.phoneNumber == before.phoneNumber { input.phoneNumber = nil }
        return (before, input)
    }

    /// Sets the creation time. The store changes it only by an import, which ends the account's sessions, so this does too.
    private func setCreation(_ text: String?, of account: Account) async throws {
        guard let text, let milliseconds = Int64(text), (0...253_402_300_799_999).contains(milliseconds),
            milliseconds != account.createdAt.millisecondsSince1970
        else { return }
        let wanted = account.created(at: Date(timeIntervalSince1970: Double(milliseconds) / 1000))
        try await store.write { transaction in
            let phones = try transaction.secondFactors(of: account.id, in: account.realm).filter { $0.phoneNumber != nil }
            try transaction.replace(wanted, phones: phones, removing: [])
        }
    }
}

extension Account {
    fileprivate func created(at date: Date) -> Account {
        Account(
            id: id, realm: realm, email: email, emailVerified: emailVerified, initialEmail: initialEmail, displayName: displayName,
            photoURL: photoURL, phoneNumber: phoneNumber, screenName: screenName, password: password, passwordUpdatedAt: passwordUpdatedAt,
            customClaims: customClaims, customAuth: customAuth, disabled: disabled, emailLinkSignIn: emailLinkSignIn, createdAt: date,
            lastSignInAt: lastSignInAt, lastRefreshAt: lastRefreshAt, validSince: validSince, identities: identities)
    }
}
