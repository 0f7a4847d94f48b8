import Foundation
import LatchkeyAuth
import Testing

@Suite struct PhoneTests {
    private static let sent = #"{"sessionInfo":"info-1"}"#
    private static func reply(_ name: String = "1") -> String {
        #"{"localId":"u1","phoneNumber":"+15555550100","isNewUser":true,\#(Sample.tokens(name))}"#
    }
    private static let taken = #"{"phoneNumber":"+15555550100","temporaryProof":"proof-1","temporaryProofExpiresIn":"3600"}"#

    private func credential(_ auth: Auth) -> PhoneAuthCredential {
        PhoneAuthProvider.provider(auth: auth).credential(withVerificationID: "info-1", verificationCode: "123456")
    }

    @Test func signsIn() async throws {
        let transport = ScriptedTransport(Self.sent, Self.reply(), Sample.account(providers: ["phone"]))
        let auth = Auth(transport)
        let provider = PhoneAuthProvider.provider(auth: auth)
        let id = try await provider.verifyPhoneNumber("+15555550100", uiDelegate: nil)
        #expect(id == "info-1")
        let result = try await auth.signIn(with: provider.credential(withVerificationID: id, verificationCode: "123456"))
        #expect(result.user.uid == "u1" && !result.user.isAnonymous)
        #expect(result.additionalUserInfo?.providerID == "phone")
        #expect(result.additionalUserInfo?.isNewUser == true)
        #expect(
            transport.requests.first == """
                POST http://127.0.0.1:9099/v1/accounts:sendVerificationCode?key=k
                accept: application/json
                content-type: application/json
                user-agent: latchkey-swift/0.1
                x-client-version: Linux/LatchkeySwift/0.1
                {"phoneNumber":"+15555550100"}
                """)
        #expect(
            transport.calls == [
                #"accounts:sendVerificationCode {"phoneNumber":"+15555550100"}"#,
                #"accounts:signInWithPhoneNumber {"code":"123456","operation":"SIGN_UP_OR_IN","sessionInfo":"info-1"}"#,
                #"accounts:lookup {"idToken":"id-1"}"#,
            ])
    }

    @Test func sendsLanguageAndTenant() async throws {
        let transport = ScriptedTransport(Self.sent, Self.reply(), Sample.account())
        let auth = Auth(transport, tenantID: "north")
        auth.languageCode = "fr"
        _ = try await PhoneAuthProvider.provider(auth: auth).verifyPhoneNumber("+15555550100")
        try await auth.signIn(with: credential(auth))
        #expect(transport.requests[0].contains("x-firebase-locale: fr"))
        #expect(transport.calls[0].hasSuffix(#"{"phoneNumber":"+15555550100","tenantId":"north"}"#))
        #expect(transport.calls[1].contains(#""tenantId":"north""#))
    }

    @Test @MainActor func theCompletionComesOnTheMainActor() async {
        let provider = PhoneAuthProvider.provider(auth: Auth(ScriptedTransport(Self.sent)))
        let id = await withCheckedContinuation { continuation in
            provider.verifyPhoneNumber("+15555550100", uiDelegate: nil) { id, error in
                MainActor.assertIsolated()
                #expect(error == nil)
                continuation.resume(returning: id)
            }
        }
        #expect(id == "info-1")
    }

    @Test func missingValuesFailWithoutARequest() async {
        let transport = ScriptedTransport()
        let auth = Auth(transport)
        let provider = PhoneAuthProvider.provider(auth: auth)
        #expect(code(await failure { _ = try await provider.verifyPhoneNumber("") }) == .missingPhoneNumber)
        for (id, digits, expected) in [("", "123456", AuthErrorCode.missingVerificationID), ("info-1", "", .missingVerificationCode)] {
            let credential = provider.credential(withVerificationID: id, verificationCode: digits)
            #expect(code(await failure { try await auth.signIn(with: credential) }) == expected)
        }
        #expect(transport.requests.isEmpty)
    }

    @Test func aReplyWithoutAVerificationIsAnError() async {
        let provider = PhoneAuthProvider.provider(auth: Auth(ScriptedTransport("{}")))
        #expect(code(await failure { _ = try await provider.verifyPhoneNumber("+15555550100") }) == .internalError)
    }

    @Test(arguments: [("LINK", true), ("UPDATE", false)]) func theAccountGetsANumber(_ operation: String, _ links: Bool) async throws {
        let transport = ScriptedTransport(Self.reply("2"), Sample.account(providers: ["password", "phone"]))
        let (auth, user) = try await Sample.signedIn(transport)
        if links {
            #expect(try await user.link(with: credential(auth)).user === user)
        } else {
            try await user.updatePhoneNumber(credential(auth))
        }
        #expect(
            transport.calls == [
                #"accounts:signInWithPhoneNumber {"code":"123456","idToken":"id-1","operation":"\#(operation)","sessionInfo":"info-1"}"#,
                #"accounts:lookup {"idToken":"id-2"}"#,
            ])
        #expect(user.refreshToken == "refresh-2")
        #expect(user.providerData.map(\.providerID) == ["password", "phone"])
    }

    @Test func aSecondNumberIsUpdatedAndNotLinked() async throws {
        let transport = ScriptedTransport()
        let (auth, user) = try await Sample.signedIn(transport, providers: ["phone"])
        #expect(code(await failure { try await user.link(with: credential(auth)) }) == .providerAlreadyLinked)
        #expect(transport.requests.isEmpty)
    }

    @Test func aNumberOfAnotherAccountSignsInToThatOne() async throws {
        let transport = ScriptedTransport(Self.taken, Self.reply("7"), Sample.account("u7"))
        let (auth, user) = try await Sample.signedIn(transport)
        let error = await failure { try await user.link(with: credential(auth)) }
        #expect(code(error) == .credentialAlreadyInUse)
        #expect(auth.currentUser === user, "a conflict ends no session")
        let updated = try #require(error?.userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? AuthCredential)
        #expect(updated.provider == "phone")
        #expect(try await auth.signIn(with: updated).user.uid == "u7")
        #expect(
            transport.calls[1]
                == #"accounts:signInWithPhoneNumber {"operation":"SIGN_UP_OR_IN","phoneNumber":"+15555550100","#
                + #""temporaryProof":"proof-1"}"#)
    }

    @Test func reauthenticatesWithoutMakingAnAccount() async throws {
        let transport = ScriptedTransport(Self.reply("2"), Sample.account())
        let (auth, user) = try await Sample.signedIn(transport)
        try await user.reauthenticate(with: credential(auth))
        #expect(
            transport.calls[0]
                == #"accounts:signInWithPhoneNumber {"code":"123456","operation":"REAUTH","sessionInfo":"info-1"}"#)
        #expect(user.refreshToken == "refresh-2")
    }

    @Test func reauthenticationWithAnUnknownNumberIsAMismatch() async throws {
        let (auth, user) = try await Sample.signedIn(ScriptedTransport(failing: "USER_NOT_FOUND"))
        #expect(code(await failure { try await user.reauthenticate(with: credential(auth)) }) == .userMismatch)
        #expect(auth.currentUser === user)
    }
}
