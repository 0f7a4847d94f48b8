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

    let call: UpdateAccountEndpoint
    let store: any AccountStore
    let sessions: Sessions
    let codes: AdministratorCodes
    let standardProject: ProjectID

    static func tenant(of ask: UpdateRequest) -> String? { ask.tenantId }

    func answer(_ asked: UpdateRequest, from caller: AdminCaller) async throws -> UpdateReply {
        if asked.provider != nil { throw NotEmulated("provider is not implemented yet.") }
        if asked.upgradeToFederatedLogin != nil { throw NotEmulated("upgradeToFederatedLogin is not implemented yet.") }
        guard let named = asked.localId.unlessEmpty else { throw SignInError(.init(rawValue: "MISSING_LOCAL_ID")) }
        if let claims = asked.customAttributes.unlessEmpty { _ = try DeveloperClaims.checked(claims) }
        for attribute in asked.deleteAttribute ?? [] where [.provider, .rawUserInfo].contains(attribute) {
            throw NotEmulated("deleteAttribute: \(attribute.rawValue)")
        }
        // An ID token takes precedence over the uid.
        let holder: SignedInCaller? =
            if let idToken = asked.idToken.unlessEmpty { try await sessions.check(idToken, from: caller.caller) } else { nil }
        if holder != nil, asked.disableUser != nil { throw SignInError(.operationNotAllowed) }
        let id = holder?.account.id ?? AccountID(rawValue: named)
        var method = holder?.method
        let (before, ask) = try await checked(asked, of: id, in: caller.caller.realm)
        var reply = try await call.answer(ask, from: caller)
        reply.newEmail = try ask.email.map { try EmailAddress.required($0).text }
        guard let after = try await store.read({ try $0.account(id, in: caller.caller.realm) }) else { return reply }
        reply.passwordHash = after.password.flatMap(InsecureFakeHash.text(of:)) ?? reply.passwordHash
        // This runs before a code is created, because it would delete the code.
        try await setCreation(ask.createdAt, of: after)
        if let email = after.email, email != before.email, ask.email != nil, method != .anonymous {
            try await codes.tellFirstAddress(of: after, by: caller.keyed(in: standardProject).caller, actor: caller.actor)
        }
        // Google's emulator returns tokens if it knows the sign-in method of the account.
        if ask.password != nil { method = .password }
        if let method, ask.password != nil || ask.validSince != nil || after.email != before.email && ask.email != nil {
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
    private func checked(_ asked: UpdateRequest, of id: AccountID, in realm: Realm) async throws -> (Account, UpdateRequest) {
        var ask = asked
        ask.localId = id.rawValue
        ask.email = asked.email.unlessEmpty
        ask.password = asked.password.unlessEmpty
        ask.phoneNumber = asked.phoneNumber.unlessEmpty
        ask.deleteAttribute = asked.deleteAttribute?.filter { $0 != .unspecified }
        let checkedAsk = ask
        let before = try await store.read { view in
            guard let account = try view.account(id, in: realm) else { throw SignInError(.userNotFound) }
            let check = EmulatedPreconditions(view: view, realm: realm)
            try check.requireFree(email: checkedAsk.email, present: account)
            try EmulatedPreconditions.requireLength(ofPassword: checkedAsk.password)
            _ = try EmulatedPreconditions.distinct(checkedAsk.mfa?.enrollments ?? [])
            try check.requireFree(phoneNumber: checkedAsk.phoneNumber, present: account)
            try checkedAsk.linkProviderUserInfo?.requireIdentity()
            return account
        }
        if let enrollments = ask.mfa?.enrollments { ask.mfa?.enrollments = try EmulatedPreconditions.distinct(enrollments) }
        // An unchanged number is not a change and invalidates no token.
        if ask.phoneNumber == before.phoneNumber { ask.phoneNumber = nil }
        return (before, ask)
    }

    /// Sets the creation time. The store changes it only by an import, which ends the account's sessions, so this does too.
    private func setCreation(_ text: String?, of account: Account) async throws {
        guard let text, let milliseconds = Int64(text), (0...253_402_300_799_999).contains(milliseconds),
            milliseconds != account.createdAt.millisecondsSince1970
        else { return }
        let wanted = account.created(at: Date(timeIntervalSince1970: Double(milliseconds) / 1000))
        try await store.write { transaction in
            let telephones = try transaction.secondFactors(of: account.id, in: account.realm).filter { $0.phoneNumber != nil }
            try transaction.replace(wanted, telephones: telephones, removing: [])
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
