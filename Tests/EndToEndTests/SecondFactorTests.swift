import Foundation
import LatchkeyAuth
import Testing

/// Phone numbers and second factors, as an app with LatchkeyAuth uses them, with an emulator.
@Suite(.timeLimit(.minutes(10))) struct SecondFactorTests {
    /// An app configured for another server that then calls `useEmulator`.
    private func app(_ emulator: Emulator) throws -> Auth {
        let auth = Auth(
            configuration: AuthConfiguration(serverURL: "https://login.example.com", apiKey: "k"), storage: MemorySessionStorage())
        let address = try #require(URL(string: emulator.listening))
        auth.useEmulator(withHost: try #require(address.host), port: try #require(address.port))
        return auth
    }

    /// A signed-in account with a verified email address.
    private func ada(_ auth: Auth, _ emulator: Emulator) async throws -> User {
        let user = try await auth.createUser(withEmail: "ada@example.org", password: "lovelace").user
        try await user.sendEmailVerification()
        try await auth.applyActionCode(try await emulator.mailedCode())
        try await user.reload()
        return user
    }

    private func resolver(of operation: () async throws -> AuthDataResult) async throws -> MultiFactorResolver {
        do {
            _ = try await operation()
        } catch let error as NSError where error.code == AuthErrorCode.secondFactorRequired.rawValue {
            return try #require(error.userInfo[AuthErrorUserInfoMultiFactorResolverKey] as? MultiFactorResolver)
        }
        throw Unexpected(text: "one factor was enough")
    }

    @Test func totpIsEnrolledAndRequired() async throws {
        try await Emulator.run { emulator in
            let auth = try app(emulator)
            let user = try await ada(auth, emulator)
            let secret = try await TOTPMultiFactorGenerator.generateSecret(with: user.multiFactor.session())
            let program = try #require(Authenticator(key: secret.sharedSecretKey()))
            let now = Date()
            try await user.multiFactor.enroll(
                with: TOTPMultiFactorGenerator.assertionForEnrollment(with: secret, oneTimePassword: program.code(at: now)),
                displayName: "Laptop")
            let factor = try #require(user.multiFactor.enrolledFactors.first)
            #expect(factor.displayName == "Laptop" && factor.factorID == TOTPMultiFactorID)
            #expect(abs(factor.enrollmentDate.timeIntervalSince(now)) < 60)
            let codes = try await user.multiFactor.renewRecoveryCodes()
            try auth.signOut()

            let resolver = try await resolver { try await auth.signIn(withEmail: "ada@example.org", password: "lovelace") }
            #expect(auth.currentUser == nil)
            let hint = try #require(resolver.hints.first)
            #expect(hint.uid == factor.uid && hint.displayName == "Laptop")
            func assertion(_ code: String) -> MultiFactorAssertion {
                TOTPMultiFactorGenerator.assertionForSignIn(withEnrollmentID: hint.uid, oneTimePassword: code)
            }
            // A code works once: the enrollment's code is refused, and the next code is accepted early.
            await #expect { try await resolver.resolveSignIn(with: assertion(program.code(at: now))) } throws: {
                ($0 as NSError).code == AuthErrorCode.invalidVerificationCode.rawValue
            }
            let result = try await resolver.resolveSignIn(with: assertion(program.code(at: now.addingTimeInterval(30))))
            #expect(result.user.uid == user.uid && auth.currentUser === result.user)
            #expect(try await result.user.getIDTokenResult().signInSecondFactor == "totp")
            #expect(try await result.user.getIDTokenResult(forcingRefresh: true).signInSecondFactor == "totp")

            let again = try await self.resolver {
                try await result.user.reauthenticate(with: EmailAuthProvider.credential(withEmail: "ada@example.org", password: "lovelace"))
            }
            let recovery = RecoveryCodeMultiFactorGenerator.assertionForSignIn(withRecoveryCode: try #require(codes.first).lowercased())
            #expect(try await again.resolveSignIn(with: recovery).user === result.user)
            try await result.user.multiFactor.unenroll(with: hint)
            #expect(result.user.multiFactor.enrolledFactors.isEmpty)
            try auth.signOut()
            try await auth.signIn(withEmail: "ada@example.org", password: "lovelace")
        }
    }

    @Test func phoneIsEnrolledAndRequired() async throws {
        try await Emulator.run { emulator in
            let auth = try app(emulator)
            let user = try await ada(auth, emulator)
            let provider = PhoneAuthProvider.provider(auth: auth)
            let enrollment = try await provider.verifyPhoneNumber(
                "+15555550100", uiDelegate: nil, multiFactorSession: user.multiFactor.session())
            let proof = provider.credential(
                withVerificationID: enrollment, verificationCode: try await emulator.messagedCode(enrollment))
            try await user.multiFactor.enroll(with: PhoneMultiFactorGenerator.assertion(with: proof), displayName: nil)
            try auth.signOut()

            let resolver = try await resolver { try await auth.signIn(withEmail: "ada@example.org", password: "lovelace") }
            let hint = try #require(resolver.hints.first as? PhoneMultiFactorInfo)
            #expect(hint.phoneNumber == "+*******0100", "a password alone does not tell the number")
            let id = try await provider.verifyPhoneNumber(with: hint, uiDelegate: nil, multiFactorSession: resolver.session)
            let credential = provider.credential(withVerificationID: id, verificationCode: try await emulator.messagedCode(id))
            let result = try await resolver.resolveSignIn(with: PhoneMultiFactorGenerator.assertion(with: credential))
            #expect(result.user.uid == user.uid)
            #expect(try await result.user.getIDTokenResult().signInSecondFactor == "phone")
        }
    }

    @Test func phoneNumberSignsIn() async throws {
        try await Emulator.run { emulator in
            let auth = try app(emulator)
            let provider = PhoneAuthProvider.provider(auth: auth)
            func credential() async throws -> PhoneAuthCredential {
                let id = try await provider.verifyPhoneNumber("+15555550100", uiDelegate: nil)
                return provider.credential(withVerificationID: id, verificationCode: try await emulator.messagedCode(id))
            }
            let first = try await auth.signIn(with: credential())
            #expect(first.additionalUserInfo?.isNewUser == true && first.user.phoneNumber == "+15555550100")
            let uid = first.user.uid
            try await first.user.reauthenticate(with: credential())
            #expect(auth.currentUser === first.user)

            // Another account cannot link the number, but the credential signs in to the account that has it.
            let bob = try await auth.createUser(withEmail: "bob@example.org", password: "lovelace").user
            let taken = try await credential()
            var conflict: NSError?
            do { try await bob.link(with: taken) } catch { conflict = error as NSError }
            #expect(conflict?.code == AuthErrorCode.credentialAlreadyInUse.rawValue)
            let updated = try #require(conflict?.userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? PhoneAuthCredential)
            let second = try await auth.signIn(with: updated)
            #expect(second.user.uid == uid && second.additionalUserInfo?.isNewUser == false)
        }
    }
}

private struct Unexpected: Error {
    let text: String
}
