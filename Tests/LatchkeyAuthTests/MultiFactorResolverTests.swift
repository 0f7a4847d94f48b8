import Foundation
import LatchkeyAuth
import Testing

/// Signing in to an account that has second factors.
@Suite struct MultiFactorResolverTests {
    private static let due = #"""
        "mfaPendingCredential":"pending-1","mfaInfo":[
        {"mfaEnrollmentId":"f1","displayName":"Mobile","phoneInfo":"+*******0100","enrolledAt":"2024-05-06T07:08:09.123Z"},
        {"mfaEnrollmentId":"f2","totpInfo":{},"enrolledAt":"2024-05-06T07:08:09Z"}]
        """#
    private static let passed = #"{"idToken":"id-9","refreshToken":"refresh-9"}"#

    /// A sign-in method, and the server's response to it.
    struct Way: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let credential: AuthCredential
        let reply: String
        let provider: String
    }

    static let ways: [Way] = [
        Way(
            testDescription: "a password", credential: EmailAuthProvider.credential(withEmail: "ann@example.com", password: "p"),
            reply: #"{"localId":"u1",\#(due)}"#, provider: "password"),
        Way(
            testDescription: "a link",
            credential: EmailAuthProvider.credential(withEmail: "ann@example.com", link: "https://a.example/?oobCode=c"),
            reply: #"{"localId":"u1",\#(due)}"#, provider: "password"),
        Way(
            testDescription: "a provider", credential: TwitterAuthProvider.credential(withToken: "111-tok", secret: "sec"),
            reply: #"""
                {"providerId":"twitter.com","federatedId":"111","localId":"u1","screenName":"ann",
                "oauthAccessToken":"111-tok","oauthTokenSecret":"sec",\#(due)}
                """#, provider: "twitter.com"),
        Way(
            testDescription: "a telephone",
            credential: PhoneAuthProvider.provider(auth: Auth(ScriptedTransport()))
                .credential(withVerificationID: "info", verificationCode: "123456"),
            reply: #"{"localId":"u1",\#(due)}"#, provider: "phone"),
    ]

    private func resolver(_ error: NSError?) throws -> MultiFactorResolver {
        #expect(code(error) == .secondFactorRequired)
        return try #require(error?.userInfo[AuthErrorUserInfoMultiFactorResolverKey] as? MultiFactorResolver)
    }

    @Test(arguments: ways) func anAuthenticatorEndsEverySignIn(_ way: Way) async throws {
        let transport = ScriptedTransport(way.reply, Self.passed, Sample.account("u1"))
        let auth = Auth(transport)
        let error = await failure { try await auth.signIn(with: way.credential) }
        let resolver = try resolver(error)
        #expect(auth.currentUser == nil, "one factor is not enough")
        #expect(resolver.auth === auth)
        #expect(resolver.hints.map(\.uid) == ["f1", "f2"])
        #expect((resolver.hints.first as? PhoneMultiFactorInfo)?.phoneNumber == "+*******0100")

        let assertion = TOTPMultiFactorGenerator.assertionForSignIn(
            withEnrollmentID: resolver.hints[1].uid, oneTimePassword: "123456")
        let result = try await resolver.resolveSignIn(with: assertion)
        #expect(transport.requests[1].hasPrefix("POST http://127.0.0.1:9099/v2/accounts/mfaSignIn:finalize?key=k\n"))
        #expect(
            transport.calls.suffix(2) == [
                #"mfaSignIn:finalize {"mfaEnrollmentId":"f2","mfaPendingCredential":"pending-1","#
                    + #""totpVerificationInfo":{"verificationCode":"123456"}}"#,
                #"accounts:lookup {"idToken":"id-9"}"#,
            ])
        #expect(auth.currentUser === result.user && result.user.uid == "u1" && result.user.refreshToken == "refresh-9")
        #expect(result.additionalUserInfo?.providerID == way.provider)
        #expect((result.credential as? OAuthCredential)?.secret == (way.provider == "twitter.com" ? "sec" : nil))
    }

    @Test func phoneFactorIsSentACodeFirst() async throws {
        let transport = ScriptedTransport(
            Self.ways[0].reply, #"{"phoneResponseInfo":{"sessionInfo":"info-1"}}"#, Self.passed, Sample.account())
        let auth = Auth(transport, tenantID: "north")
        auth.languageCode = "fr"
        let resolver = try resolver(await failure { try await auth.signIn(withEmail: "ann@example.com", password: "p") })
        let hint = try #require(resolver.hints.first as? PhoneMultiFactorInfo)
        let provider = PhoneAuthProvider.provider(auth: auth)
        let id = try await provider.verifyPhoneNumber(with: hint, uiDelegate: nil, multiFactorSession: resolver.session)
        let credential = provider.credential(withVerificationID: id, verificationCode: "123456")
        try await resolver.resolveSignIn(with: PhoneMultiFactorGenerator.assertion(with: credential))
        #expect(
            transport.calls[1...2] == [
                #"mfaSignIn:start {"mfaEnrollmentId":"f1","mfaPendingCredential":"pending-1","phoneSignInInfo":{},"tenantId":"north"}"#,
                #"mfaSignIn:finalize {"mfaPendingCredential":"pending-1","#
                    + #""phoneVerificationInfo":{"code":"123456","sessionInfo":"info-1"},"tenantId":"north"}"#,
            ])
        #expect(transport.requests[1].contains("x-firebase-locale: fr"), "the message is in the user's language")
        #expect(auth.currentUser?.refreshToken == "refresh-9")
    }

    @Test @MainActor func recoveryCodeReplacesALostFactor() async throws {
        let transport = ScriptedTransport(Self.ways[0].reply, Self.passed, Sample.account())
        let auth = Auth(transport)
        let resolver = try resolver(await failure { try await auth.signIn(withEmail: "ann@example.com", password: "p") })
        let assertion = RecoveryCodeMultiFactorGenerator.assertionForSignIn(withRecoveryCode: "aaaa-bbbb")
        let uid = await withCheckedContinuation { continuation in
            resolver.resolveSignIn(with: assertion) { result, error in
                MainActor.assertIsolated()
                #expect(error == nil)
                continuation.resume(returning: result?.user.uid)
            }
        }
        #expect(uid == "u1")
        #expect(
            transport.calls[1]
                == #"mfaSignIn:finalize {"mfaPendingCredential":"pending-1","recoveryCodeInfo":{"recoveryCode":"aaaa-bbbb"}}"#)
    }

    @Test func aWrongCodeMayBeFollowedByARightOne() async throws {
        let transport = ScriptedTransport(Self.ways[0].reply)
        transport.add(.error("INVALID_CODE"))
        transport.add(Self.passed)
        transport.add(Sample.account())
        let auth = Auth(transport)
        let resolver = try resolver(await failure { try await auth.signIn(withEmail: "ann@example.com", password: "p") })
        for (digits, expected) in [("", AuthErrorCode.missingVerificationCode), ("000000", .invalidVerificationCode)] {
            let wrong = TOTPMultiFactorGenerator.assertionForSignIn(withEnrollmentID: "f2", oneTimePassword: digits)
            #expect(code(await failure { try await resolver.resolveSignIn(with: wrong) }) == expected)
        }
        #expect(auth.currentUser == nil)
        try await resolver.resolveSignIn(
            with: TOTPMultiFactorGenerator.assertionForSignIn(withEnrollmentID: "f2", oneTimePassword: "123456"))
        #expect(auth.currentUser?.uid == "u1")
    }

    @Test(arguments: ways) func reauthenticationKeepsTheUserObject(_ way: Way) async throws {
        let transport = ScriptedTransport(way.reply, Self.passed, Sample.account("u1"))
        let (auth, user) = try await Sample.signedIn(transport)
        let resolver = try resolver(await failure { try await user.reauthenticate(with: way.credential) })
        #expect(user.refreshToken == "refresh-1", "nothing has changed yet")
        let result = try await resolver.resolveSignIn(
            with: TOTPMultiFactorGenerator.assertionForSignIn(withEnrollmentID: "f2", oneTimePassword: "123456"))
        #expect(result.user === user && auth.currentUser === user)
        #expect(user.refreshToken == "refresh-9")
    }

    @Test func reauthenticationRejectsFactorsOfAnotherUser() async throws {
        let transport = ScriptedTransport(Self.ways[0].reply, Self.passed, Sample.account("u2"))
        let (auth, user) = try await Sample.signedIn(transport)
        let resolver = try resolver(await failure { try await user.reauthenticate(with: Self.ways[0].credential) })
        let assertion = TOTPMultiFactorGenerator.assertionForSignIn(withEnrollmentID: "f2", oneTimePassword: "123456")
        #expect(code(await failure { try await resolver.resolveSignIn(with: assertion) }) == .userMismatch)
        #expect(auth.currentUser === user && user.uid == "u1" && user.refreshToken == "refresh-1")
    }

    @Test func multiFactorSessionsAreBoundToTheirPurpose() async throws {
        let transport = ScriptedTransport(Self.ways[0].reply)
        let (auth, user) = try await Sample.signedIn(transport)
        let resolver = try resolver(await failure { try await user.reauthenticate(with: Self.ways[0].credential) })
        let hint = try #require(resolver.hints.first as? PhoneMultiFactorInfo)
        let provider = PhoneAuthProvider.provider(auth: auth)
        let session = try await user.multiFactor.session()
        for (operation, expected) in [
            ({ _ = try await TOTPMultiFactorGenerator.generateSecret(with: resolver.session) }, .invalidMultiFactorSession),
            ({ _ = try await provider.verifyPhoneNumber("+1", multiFactorSession: resolver.session) }, .invalidMultiFactorSession),
            ({ _ = try await provider.verifyPhoneNumber(with: hint, multiFactorSession: session) }, .invalidMultiFactorSession),
            ({ _ = try await provider.verifyPhoneNumber(with: hint, multiFactorSession: nil) }, .missingMultiFactorSession),
        ] as [(() async throws -> Void, AuthErrorCode)] {
            #expect(code(await failure(of: operation)) == expected)
        }
        #expect(transport.requests.count == 1)
    }
}
