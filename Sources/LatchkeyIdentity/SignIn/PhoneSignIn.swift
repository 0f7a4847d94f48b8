import Foundation
package import LatchkeySecrets

/// Signs users in with a phone number, or links one (`accounts:signInWithPhoneNumber`).
package struct PhoneSignIn: Sendable {
    let store: any AccountStore
    let sessions: Sessions
    let now: WallClock
    let random: RandomTokens

    package init(store: any AccountStore, sessions: Sessions, now: @escaping WallClock, random: RandomTokens = .system) {
        self.store = store
        self.sessions = sessions
        self.now = now
        self.random = random
    }

    /// A proof that the user has the phone.
    package enum Proof: Sendable {
        case code(String, sessionInfo: String)
        case temporaryProof(String, of: PhoneNumber)
    }

    package enum Purpose: Sendable {
        case signIn(Caller)
        /// Signs in only if an account has the number.
        case reauthenticate(Caller)
        /// Sets the account's number, replacing an existing one.
        case link(SignedInCaller)

        var caller: Caller {
            switch self {
            case .signIn(let caller), .reauthenticate(let caller): caller
            case .link(let holder): holder.caller
            }
        }
    }

    package enum Outcome: Sendable {
        case signedIn(IssuedTokens, PhoneNumber, isNewUser: Bool)
        case secondFactorNeeded(SecondFactorNeeded)
        /// The number belongs to another account, to which the temporary proof signs in.
        case takenByAnother(PhoneNumber, temporaryProof: Secret<String>)
    }

    /// Signs a user in, or links the number.
    ///
    /// - Throws: ``SignInError``: `INVALID_SESSION_INFO` for session info that is unknown, used, expired or out of attempts;
    ///   `INVALID_CODE`; `INVALID_TEMPORARY_PROOF`; `PHONE_NUMBER_EXISTS` for a proof of another account's number; `USER_NOT_FOUND`,
    ///   `USER_DISABLED`, `ADMIN_ONLY_OPERATION` if sign-up is disabled, `OPERATION_NOT_ALLOWED`,
    ///   `CREDENTIAL_TOO_OLD_LOGIN_AGAIN` for replacing a number.
    package func finish(_ proof: Proof, for purpose: Purpose) async throws -> Outcome {
        let caller = purpose.caller
        try caller.requirePhoneSignIn()
        let newProof = Secret(random.token())
        let newID = AccountID(rawValue: random.text(length: AccountID.length, from: AccountID.alphabet))
        let verdict: Verdict
        do {
            verdict = try await sessions.asking(caller) { caller in
                try await store.write { try settle(proof, purpose, caller: caller, newID: newID, newProof: newProof, in: $0) }
            }
        } catch let conflict as StoreConflict where conflict.subject == .phoneNumber {
            throw SignInError(.phoneNumberExists)
        }
        switch verdict {
        case .entered(let entry, let number, let isNew):
            switch try await sessions.issue(entry) {
            case .signedIn(let tokens): return .signedIn(tokens, number, isNewUser: isNew)
            case .secondFactorNeeded(let needed): return .secondFactorNeeded(needed)
            }
        case .taken(let number): return .takenByAnother(number, temporaryProof: newProof)
        case .refused(let code): throw SignInError(code)
        }
    }

    /// The outcome. A refusal to record is a value, because a thrown error would undo the transaction, and with it the consumed attempt.
    private enum Verdict: Sendable {
        case entered(Sessions.Entry, PhoneNumber, isNew: Bool)
        case taken(PhoneNumber)
        case refused(SignInError.Code)
    }

    private func settle(
        _ proof: Proof, _ purpose: Purpose, caller: Caller, newID: AccountID, newProof: Secret<String>,
        in transaction: any StoreWriting
    ) throws -> Verdict {
        let instant = now().inWholeMilliseconds
        let scribe = EventScribe(
            transaction: transaction, caller: caller, method: .phone, at: instant, actor: purpose.holder?.account.id.rawValue)
        let number: PhoneNumber
        switch try proven(by: proof, for: caller, at: instant, transaction) {
        case .success(let found): number = found
        case .failure(let refusal):
            try scribe.write(purpose.eventKind, .refused, subject: purpose.holder?.account.id, reason: refusal.code)
            return .refused(refusal.code)
        }
        let owner = try transaction.account(withPhoneNumber: number, in: caller.realm)
        if case .link(let holder) = purpose {
            let account = try sessions.account(of: holder, in: transaction)
            if let owner, owner.id != account.id {
                if case .temporaryProof = proof { return .refused(.phoneNumberExists) }
                try transaction.insert(
                    PhoneProof(
                        id: Fingerprint(of: newProof.expose()), realm: caller.realm, phoneNumber: number,
                        expiresAt: instant.addingTimeInterval(Double(PhoneProof.lifetimeSeconds))))
                try scribe.write(.link, .refused, subject: account.id, reason: .phoneNumberExists)
                return .taken(number)
            }
            let entry = try link(number, to: account, of: holder, caller, at: instant, scribe, in: transaction)
            return .entered(entry, number, isNew: false)
        }
        let account: Account
        if let owner {
            if owner.disabled {
                try scribe.write(purpose.eventKind, .refused, subject: owner.id, reason: .userDisabled)
                return .refused(.userDisabled)
            }
            try requireNoFactors(of: owner, for: caller, in: transaction)
            account = owner
        } else {
            if case .reauthenticate = purpose { throw SignInError(.userNotFound) }
            guard caller.project.settings.signUp else { throw SignInError(.adminOnlyOperation) }
            let newcomer = Account(
                id: newID, realm: caller.realm, phoneNumber: number.text, createdAt: instant, lastSignInAt: instant, lastRefreshAt: instant)
            account = try transaction.insert(newcomer, by: .phone, for: caller)
        }
        let entry = try sessions.enter(account, by: .phone, for: caller, isNew: owner == nil, in: transaction)
        try scribe.write(owner == nil ? .signUp : purpose.eventKind, entry)
        return .entered(entry, number, isNew: owner == nil)
    }

    static let besideFactors = SignInError(
        .unsupportedFirstFactor, message: "A phone number cannot be set as a first factor on an SMS based MFA user.")

    private func requireNoFactors(of account: Account, for caller: Caller, in view: any StoreReading) throws {
        guard caller.project.policies.refusesPhonesBesideFactors else { return }
        guard try view.secondFactors(of: account.id, in: account.realm).isEmpty else { throw Self.besideFactors }
    }

    /// Consumes a proof without signing in.
    ///
    /// - Throws: ``SignInError``: `INVALID_SESSION_INFO`, `INVALID_CODE`, `INVALID_TEMPORARY_PROOF`.
    package func use(_ proof: Proof, for caller: Caller) async throws {
        let instant = now().inWholeMilliseconds
        _ = try await store.write { try proven(by: proof, for: caller, at: instant, $0) }.get()
    }

    /// Checks a proof without consuming it.
    ///
    /// - Throws: As ``use(_:for:)``.
    package func requireGood(_ proof: Proof, for caller: Caller) async throws {
        struct Undo: Error {}
        let instant = now().inWholeMilliseconds
        do {
            try await store.write { transaction in
                _ = try proven(by: proof, for: caller, at: instant, transaction).get()
                throw Undo()
            }
        } catch is Undo {}
    }

    /// Checks whether codes may be sent to a number.
    ///
    /// - Throws: ``SignInError`` with `UNSUPPORTED_FIRST_FACTOR` for the number of an account with second factors, on servers that do not
    ///   allow both.
    package func requireMayReceiveCode(_ number: PhoneNumber, for caller: Caller) async throws {
        try await store.read { view in
            guard let owner = try view.account(withPhoneNumber: number, in: caller.realm) else { return }
            try requireNoFactors(of: owner, for: caller, in: view)
        }
    }

    /// Verifies a proof and uses it up.
    ///
    /// - Returns: The number that it proves.
    private func proven(
        by proof: Proof, for caller: Caller, at instant: Date, _ transaction: any StoreWriting
    ) throws -> Result<PhoneNumber, SignInError> {
        let realm = caller.realm
        switch proof {
        case .temporaryProof(let text, let number):
            guard let taken = try transaction.takePhoneProof(Fingerprint(of: text), of: number, in: realm, at: instant) else {
                return .failure(SignInError(.invalidTemporaryProof))
            }
            if !caller.project.policies.limitsCodes { try transaction.insert(taken) }
            return .success(number)
        case .code(let digits, let sessionInfo):
            return try transaction.number(provenBy: digits, sessionInfo: sessionInfo, in: realm, at: instant)
        }
    }

    private func link(
        _ number: PhoneNumber, to before: Account, of holder: SignedInCaller, _ caller: Caller, at instant: Date,
        _ scribe: EventScribe, in transaction: any StoreWriting
    ) throws -> Sessions.Entry {
        if try transaction.secondFactors(of: before.id, in: before.realm).contains(where: { $0.kind == .phone }) {
            throw Self.besideFactors
        }
        let replaces = before.phoneNumber != nil && before.phoneNumber != number.text
        var account = before
        account.phoneNumber = number.text
        if replaces {
            try sessions.requireRecentSignIn(holder)
            // Sessions that were started with the former phone may still be active.
            if caller.project.policies.endsSessions { account.validSince = instant }
            try transaction.endSessions(of: account.id, for: caller)
        }
        account = try transaction.update(account, after: before, by: .phone, for: caller)
        let entry: Sessions.Entry
        if caller.project.policies.linkingIsSignIn {
            entry = try sessions.signIn(account, by: .phone, for: caller, in: transaction)
        } else {
            entry = .opened(
                try sessions.open(
                    account, by: .phone, for: caller, authenticatedAt: before.isAnonymous ? nil : holder.claims.authenticatedAt,
                    replacing: holder.session, claims: holder.session.claims, secondFactor: holder.session.secondFactor, in: transaction))
        }
        try scribe.write(.link, entry)
        return entry
    }
}

extension PhoneSignIn.Purpose {
    fileprivate var holder: SignedInCaller? {
        if case .link(let holder) = self { holder } else { nil }
    }

    fileprivate var eventKind: AuthEvent.Kind {
        switch self {
        case .signIn: .signIn
        case .reauthenticate: .reauthenticate
        case .link: .link
        }
    }
}

extension Caller {
    /// Requires that phone sign-in is enabled.
    ///
    /// - Throws: ``SignInError``: `OPERATION_NOT_ALLOWED`; `UNSUPPORTED_TENANT_OPERATION` in a tenant, which has no phone sign-in.
    func requirePhoneSignIn() throws {
        guard tenant == .none else { throw SignInError(.unsupportedTenantOperation) }
        guard project.settings.phoneSignIn else { throw SignInError(.operationNotAllowed) }
    }
}
