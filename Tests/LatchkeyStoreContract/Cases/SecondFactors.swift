import Foundation
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyTestSupport

extension StoreContract {
    static let secondFactors: [Case] = [
        Case("second factors read back with every field, in the order of their enrolment, of one account") { store in
            try await store.begin(with: .sample("ada"), .sample("bob"), .sample("ada", in: .tenant))
            let number = try expectSome(PhoneNumber("+4915112345678"))
            let phone = SecondFactor(
                id: "b", account: "ada", realm: .sample, means: .phone(number), displayName: "Mobile", enrolledAt: start)
            let totp = SecondFactor.sample("a", enrolledAt: start.later(1))
            let others = [
                SecondFactor(id: "c", account: "bob", realm: .sample, means: .phone(number), displayName: nil, enrolledAt: start),
                SecondFactor(id: "d", account: "ada", realm: .tenant, means: .phone(number), displayName: nil, enrolledAt: start),
            ]
            try await store.write { transaction in
                for factor in [totp, phone] + others { try transaction.insert(factor) }
            }
            try expect(try await store.read { try $0.secondFactors(of: "ada", in: .sample) }, is: [phone, totp])
            try expect(try await store.read { try $0.secondFactors(of: "eve", in: .sample) }, is: [])
            try expect(try await store.account("ada", in: .tenant)?.hasSecondFactor, is: true)
            try await store.once { _ = try $0.deleteSecondFactor("d", of: "ada", in: .tenant) }
            try expect(try await store.account("ada", in: .tenant)?.hasSecondFactor, is: false)
            let again = SecondFactor(
                id: "e", account: "ada", realm: .sample, means: .phone(number), displayName: nil, enrolledAt: start)
            try await expectConflict(.secondFactor) { try await store.once { try $0.insert(again) } }
            try await expectConflict(.secondFactor) { try await store.once { try $0.insert(SecondFactor.sample("a")) } }
            try await expectConflict(.account) { try await store.once { try $0.insert(SecondFactor.sample("x", of: "eve")) } }
        },
        Case("two accounts may have second factors of the same id") { store in
            try await store.begin(with: .sample("ada"), .sample("bob"))
            try await store.write { transaction in
                try transaction.insert(SecondFactor.sample("a"))
                let other = SecondFactor.sample("a", of: "bob")
                try transaction.insert(other)
                try expect(try transaction.useTOTPStep(8, of: other), is: true)
                try expect(try transaction.useTOTPStep(8, of: .sample("a")), is: true)
                try expect(try transaction.deleteSecondFactor("a", of: "bob", in: .sample), is: true)
                try expect(try transaction.secondFactors(of: "ada", in: .sample).map(\.id), is: ["a"])
            }
        },
        Case("a second factor is deleted by its account only") { store in
            try await store.begin(with: .sample("ada"), .sample("bob"))
            try await store.write { transaction in
                try transaction.insert(SecondFactor.sample("a"))
                try expect(try transaction.deleteSecondFactor("a", of: "bob", in: .sample), is: false)
                try expect(try transaction.deleteSecondFactor("a", of: "ada", in: .tenant), is: false)
                try expect(try transaction.deleteSecondFactor("a", of: "ada", in: .sample), is: true)
                try expect(try transaction.deleteSecondFactor("a", of: "ada", in: .sample), is: false)
            }
        },
        Case("the code of a time step is used once, and none of an earlier step after it") { store in
            try await store.begin(with: .sample("ada"))
            try await store.write { transaction in
                let factor = SecondFactor.sample("a")
                try transaction.insert(factor)
                try expect(try transaction.useTOTPStep(8, of: factor), is: true)
                try expect(try transaction.useTOTPStep(8, of: factor), is: false)
                try expect(try transaction.useTOTPStep(7, of: factor), is: false)
                try expect(try transaction.useTOTPStep(9, of: factor), is: true)
                try expect(try transaction.useTOTPStep(9, of: .sample("missing")), is: false)
            }
        },
        Case("a pending second factor allows so many tries, before its end, in its realm, and is deleted once") { store in
            try await store.begin(with: .sample("ada"))
            let pending = PendingSecondFactor.sample(triesLeft: 2)
            try await store.write { transaction in
                try transaction.insert(pending)
                try expect(try transaction.pendingSecondFactor(pending.id), is: pending)
                func tried(_ now: Date = start, in realm: Realm = .sample) throws -> Int? {
                    let found = try transaction.tryPendingSecondFactor(pending.id, in: realm, at: now)
                    return found?.triesLeft
                }
                try expect(try tried(in: .tenant), is: nil)
                try expect(try tried(pending.expiresAt), is: nil)
                try expect(try tried(pending.expiresAt.later(-1)), is: 1)
                try expect(try tried(), is: 0)
                try expect(try tried(), is: nil)
                try expect(try transaction.deletePendingSecondFactor(pending.id), is: true)
                try expect(try transaction.deletePendingSecondFactor(pending.id), is: false)
            }
        },
        Case("a seed that waits allows so many tries, to its account") { store in
            try await store.begin(with: .sample("ada"))
            let enrollment = TOTPEnrollment.sample(triesLeft: 2)
            try await store.write { transaction in
                try transaction.insert(enrollment)
                func tried(_ now: Date = start, of account: AccountID = "ada") throws -> TOTPEnrollment? {
                    try transaction.tryTOTPEnrollment(enrollment.id, of: account, in: .sample, at: now)
                }
                try expect(try tried(of: "bob"), is: nil)
                try expect(try tried(enrollment.expiresAt), is: nil)
                try expect(try tried()?.sealedSeed, is: enrollment.sealedSeed)
                try expect(try tried()?.triesLeft, is: 0)
                try expect(try tried(), is: nil)
                try transaction.deleteTOTPEnrollment(enrollment.id)
            }
        },
        Case("what waits for a second factor is removed when its time is over") { store in
            try await store.begin(with: .sample("ada"))
            try await store.write { transaction in
                try transaction.insert(PendingSecondFactor.sample())
                try transaction.insert(TOTPEnrollment.sample())
                try transaction.removeExpired(at: start.later(600_000))
                try expect(try transaction.pendingSecondFactor(PendingSecondFactor.sample().id), is: nil)
                let enrollment = TOTPEnrollment.sample()
                try expect(try transaction.tryTOTPEnrollment(enrollment.id, of: "ada", in: .sample, at: start), is: nil)
            }
        },
        Case("ending the sessions of an account ends what waits for its second factor") { store in
            try await store.begin(with: .sample("ada"), .sample("bob"))
            try await store.write { transaction in
                try transaction.insert(PendingSecondFactor.sample("hers"))
                try transaction.insert(PendingSecondFactor.sample("his", of: "bob"))
                try expect(try transaction.deleteSessions(of: "ada", in: .sample, except: nil), is: 0)
                try expect(try transaction.pendingSecondFactor(Fingerprint(of: "hers")), is: nil)
                try expect(try transaction.pendingSecondFactor(Fingerprint(of: "his")) != nil, is: true)
            }
        },
        Case("recovery codes are taken once, by their account, and new ones replace them") { store in
            try await store.begin(with: .sample("ada"), .sample("bob"))
            let codes = ["1", "2", "3"].map { Fingerprint(of: $0) }
            try await store.write { transaction in
                try transaction.replaceRecoveryCodes(codes, of: "ada", in: .sample)
                try expect(try transaction.recoveryCodeCount(of: "ada", in: .sample), is: 3)
                try expect(try transaction.takeRecoveryCode(codes[0], of: "bob", in: .sample), is: false)
                try expect(try transaction.takeRecoveryCode(codes[0], of: "ada", in: .sample), is: true)
                try expect(try transaction.takeRecoveryCode(codes[0], of: "ada", in: .sample), is: false)
                try transaction.replaceRecoveryCodes([codes[0]], of: "ada", in: .sample)
                try expect(try transaction.recoveryCodeCount(of: "ada", in: .sample), is: 1)
                try expect(try transaction.takeRecoveryCode(codes[1], of: "ada", in: .sample), is: false)
            }
        },
    ]
}

extension SecondFactor {
    static func sample(_ id: String, of account: AccountID = "ada", in realm: Realm = .sample, enrolledAt: Date = start) -> SecondFactor {
        SecondFactor(
            id: id, account: account, realm: realm, means: .totp(sealedSeed: SealedSecret(bytes: [9, 0, 1]), lastStep: 7),
            displayName: nil, enrolledAt: enrolledAt)
    }
}

extension PendingSecondFactor {
    static func sample(
        _ id: String = "pending factor", of account: AccountID = "ada", in realm: Realm = .sample, triesLeft: Int = 5
    ) -> PendingSecondFactor {
        PendingSecondFactor(
            id: Fingerprint(of: id), account: account, realm: realm, method: .password, claims: #"{"level":3}"#, triesLeft: triesLeft,
            createdAt: start, expiresAt: start.later(600_000))
    }
}

extension TOTPEnrollment {
    static func sample(
        _ id: String = "enrolment", of account: AccountID = "ada", in realm: Realm = .sample, triesLeft: Int = 5
    ) -> TOTPEnrollment {
        TOTPEnrollment(
            id: Fingerprint(of: id), account: account, realm: realm, sealedSeed: SealedSecret(bytes: [2, 0, 3]), triesLeft: triesLeft,
            expiresAt: start.later(600_000))
    }
}
