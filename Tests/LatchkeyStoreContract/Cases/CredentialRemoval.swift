import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyTestSupport

/// Returns the number of credentials of each kind that an account has.
private func credentials(of id: AccountID, in realm: Realm, _ view: any StoreReading) throws -> [CredentialKind: Int] {
    let account = try expectSome(try view.account(id, in: realm))
    return [
        .password: account.password == nil ? 0 : 1,
        .identities: account.identities.count,
        .phoneNumber: account.phoneNumber == nil ? 0 : 1,
        .sessions: try view.sessions(of: id, in: realm).count,
        .secondFactors: try view.secondFactors(of: id, in: realm).count,
        .recoveryCodes: try view.recoveryCodeCount(of: id, in: realm),
        .pendingSecondFactors: try view.pendingSecondFactor(Fingerprint(of: "factor \(id) \(realm)")) == nil ? 0 : 1,
        .totpEnrollments: try enrollments(of: id, in: realm, view),
        .pendingCredentials: try view.pendingCredential(Fingerprint(of: "pending \(id) \(realm)")) == nil ? 0 : 1,
        .oneTimeCodes: try view.oneTimeCode(Fingerprint(of: "code \(id) \(realm)")) == nil ? 0 : 1,
        .passkeys: try view.passkeys(of: id, in: realm).count,
    ]
}

/// Returns the number of pending TOTP enrollments. Reading one counts as an attempt, so it is inserted again afterwards.
private func enrollments(of id: AccountID, in realm: Realm, _ view: any StoreReading) throws -> Int {
    guard let transaction = view as? any StoreWriting else { return 0 }
    let enrollment = TOTPEnrollment.sample("enrolment \(id) \(realm)", of: id, in: realm)
    guard try transaction.tryTOTPEnrollment(enrollment.id, of: id, in: realm, at: start) != nil else { return 0 }
    try transaction.deleteTOTPEnrollment(enrollment.id)
    try transaction.insert(enrollment)
    return 1
}

private let full: [CredentialKind: Int] = [
    .password: 1, .identities: 2, .phoneNumber: 1, .sessions: 2, .secondFactors: 1, .recoveryCodes: 1, .pendingSecondFactors: 1,
    .totpEnrollments: 1, .pendingCredentials: 1, .passkeys: 1, .oneTimeCodes: 1,
]

/// Gives the complete sample account credentials of every kind.
private func insertComplete(_ id: AccountID, in realm: Realm, _ transaction: any StoreWriting) throws {
    let model = Account.complete
    try transaction.insert(
        Account(
            id: id, realm: realm, email: EmailAddress("\(id)@example.org"), displayName: model.displayName,
            phoneNumber: "phone of \(id)", password: model.password, passwordUpdatedAt: start, createdAt: start,
            identities: [.sample("github of \(id)"), .sample("twitter of \(id)", provider: .twitter)]))
    for number in 0..<2 { try transaction.insert(Session.sample("\(number) \(id) \(realm)", of: id, in: realm)) }
    try transaction.insert(SecondFactor.sample("factor \(id) \(realm)", of: id, in: realm))
    try transaction.replaceRecoveryCodes([Fingerprint(of: "code")], of: id, in: realm)
    try transaction.insert(PendingSecondFactor.sample("factor \(id) \(realm)", of: id, in: realm))
    try transaction.insert(TOTPEnrollment.sample("enrolment \(id) \(realm)", of: id, in: realm))
    try transaction.insert(PendingCredential.sample("pending \(id) \(realm)", of: id, in: realm))
    try transaction.insert(Passkey.sample("passkey \(id)", of: id, in: realm))
    try transaction.insert(PasskeyChallenge.sample("enrolment \(id) \(realm)", of: id, in: realm))
    try transaction.insert(OneTimeCode.sample("code \(id) \(realm)", of: id, in: realm))
    try transaction.append(AuthEvent.sample("event", subject: id, in: realm))
}

extension StoreContract {
    static let credentialRemoval: [Case] = [
        Case("removing all credentials leaves an account with its address and profile, and nothing that leads into it") { store in
            try await store.begin()
            try await store.write { transaction in
                try insertComplete("ada", in: .sample, transaction)
                try insertComplete("bob", in: .sample, transaction)
                try insertComplete("ada", in: .tenant, transaction)
                try transaction.removeAllCredentials(of: "ada", in: .sample)
            }
            try await store.write { view in
                let none = full.mapValues { _ in 0 }
                try expect(try credentials(of: "ada", in: .sample, view), is: none)
                try expect(try credentials(of: "bob", in: .sample, view), is: full)
                try expect(try credentials(of: "ada", in: .tenant, view), is: full)
                let expected = Account(
                    id: "ada", realm: .sample, email: EmailAddress("ada@example.org"), displayName: Account.complete.displayName,
                    createdAt: start)
                try expect(try view.account("ada", in: .sample), is: expected)
                try expect(try view.events(of: .sample, subject: "ada", limit: 9).count, is: 2)
            }
        },
        Case("removing one kind of credential leaves the others") { store in
            try await store.begin()
            for kind in CredentialKind.allCases {
                let id = AccountID(rawValue: kind.rawValue.lowercased())
                try await store.write { transaction in
                    try insertComplete(id, in: .sample, transaction)
                    try transaction.remove(kind, of: id, in: .sample)
                    var expected = full
                    if kind != .passkeyEnrollments { expected[kind] = 0 }
                    try expect(try credentials(of: id, in: .sample, transaction), is: expected)
                    let challenge = try transaction.takePasskeyChallenge(
                        Fingerprint(of: "enrolment \(id) \(Realm.sample)"), for: .enrollment, of: id, in: .sample, at: start)
                    try expect((challenge == nil) == (kind == .passkeyEnrollments), "only its own kind removes an enrolment's challenge")
                }
            }
        },
        Case("removing what is not there does nothing") { store in
            try await store.begin(with: .sample("ada"))
            try await store.write { transaction in
                try transaction.removeAllCredentials(of: "ada", in: .sample)
                try transaction.removeAllCredentials(of: "missing", in: .sample)
            }
            try expect(try await store.account("ada"), is: .sample("ada"))
        },
    ]
}
