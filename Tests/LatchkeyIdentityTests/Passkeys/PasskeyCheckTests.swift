import Crypto
import Foundation
import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

/// Each row has exactly one error.
@Suite struct PasskeyCheckTests {
    private static let text = String(repeating: "Aa09", count: 11)

    private static func challenge(_ purpose: PasskeyChallenge.Purpose) -> PasskeyChallenge {
        PasskeyChallenge(
            id: PasskeyChallenge.fingerprint(ofText: text), realm: .sample, purpose: purpose,
            account: purpose == .enrollment ? "ada" : nil,
            relyingParty: RelyingParty(id: "auth.example.org", origin: "https://auth.example.org"), expiresAt: .distantFuture)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let code: String
        let change: @Sendable (inout ScriptedAuthenticator) -> Void
        var testDescription: String { name }

        init(_ name: String, _ code: String, _ change: @escaping @Sendable (inout ScriptedAuthenticator) -> Void) {
            self.name = name
            self.code = code
            self.change = change
        }
    }

    /// The checks of both ceremonies.
    static let both: [Row] = [
        Row("another host", "INVALID_AUTHENTICATOR_RESPONSE") { $0.origin = "https://evil.example" },
        Row("a host below ours", "INVALID_AUTHENTICATOR_RESPONSE") { $0.origin = "https://a.auth.example.org" },
        Row("a host above ours", "INVALID_AUTHENTICATOR_RESPONSE") { $0.origin = "https://example.org" },
        Row("our host without TLS", "INVALID_AUTHENTICATOR_RESPONSE") { $0.origin = "http://auth.example.org" },
        Row("another port", "INVALID_AUTHENTICATOR_RESPONSE") { $0.origin = "https://auth.example.org:8443" },
        Row("an origin with a path", "INVALID_AUTHENTICATOR_RESPONSE") { $0.origin = "https://auth.example.org/" },
        Row("an origin in capitals", "INVALID_AUTHENTICATOR_RESPONSE") { $0.origin = "https://AUTH.example.org" },
        Row("an Android app", "INVALID_AUTHENTICATOR_RESPONSE") { $0.origin = "android:apk-key-hash:AAAA" },
        Row("no origin", "INVALID_AUTHENTICATOR_RESPONSE") { $0.origin = "" },
        Row("a frame in another site", "INVALID_AUTHENTICATOR_RESPONSE") { $0.moreClientData = #","crossOrigin":true"# },
        Row("a frame that only names the other site", "INVALID_AUTHENTICATOR_RESPONSE") {
            $0.moreClientData = #","crossOrigin":false,"topOrigin":"https://evil.example""#
        },
        Row("crossOrigin that is no flag", "INVALID_AUTHENTICATOR_RESPONSE") { $0.moreClientData = #","crossOrigin":"no""# },
        Row("client data without an end", "INVALID_AUTHENTICATOR_RESPONSE") { $0.moreClientData = #","x":"# },
        Row("client data that is too long", "INVALID_AUTHENTICATOR_RESPONSE") {
            $0.moreClientData = #","x":"\#(String(repeating: "x", count: 4096))""#
        },
        Row("another relying party", "INVALID_AUTHENTICATOR_RESPONSE") { $0.relyingPartyID = "example.org" },
        Row("nobody present", "INVALID_AUTHENTICATOR_RESPONSE") { $0.flags &= ~0x01 },
        Row("nobody verified", "INVALID_AUTHENTICATOR_RESPONSE") { $0.flags &= ~0x04 },
        Row("backed up though it may not be", "INVALID_AUTHENTICATOR_RESPONSE") { $0.flags &= ~0x08 },
        Row("extensions that are not there", "INVALID_AUTHENTICATOR_RESPONSE") { $0.flags |= 0x80 },
    ]

    static let registrations: [Row] = [
        Row("a sign-in for an enrolment", "INVALID_AUTHENTICATOR_RESPONSE") { $0.registrationType = "webauthn.get" },
        Row("a type of its own", "INVALID_AUTHENTICATOR_RESPONSE") { $0.registrationType = "payment.get" },
        Row("something after the key", "INVALID_AUTHENTICATOR_RESPONSE") { $0.afterTheKey = [0] },
        Row("no credential id", "INVALID_CREDENTIAL_ID") { $0.credentialID = [] },
        Row("a credential id of 1024 bytes", "INVALID_CREDENTIAL_ID") { $0.credentialID = Array(repeating: 1, count: 1024) },
        Row("a statement that says nothing we can check", "INVALID_AUTHENTICATOR_RESPONSE") { $0.attestationFormat = "fido-u2f" },
        Row("no statement with content", "INVALID_AUTHENTICATOR_RESPONSE") { $0.attestationStatement = [0xa1, 0x00, 0x00] },
        Row("a statement that is no map", "INVALID_AUTHENTICATOR_RESPONSE") { $0.attestationStatement = [0x80] },
        Row("its own statement with a wrong signature", "INVALID_AUTHENTICATOR_RESPONSE") {
            $0.attestationFormat = "packed"
            $0.attestationStatement = [0xa2, 0x63] + Array("alg".utf8) + [0x26, 0x63] + Array("sig".utf8) + [0x41, 0x00]
        },
        Row("a key of another curve", "INVALID_AUTHENTICATOR_RESPONSE") { $0.coseKey = $0.publicKey.replacing(6, by: 0x02) },
        Row("a key of another algorithm", "INVALID_AUTHENTICATOR_RESPONSE") { $0.coseKey = $0.publicKey.replacing(4, by: 0x25) },
        Row("a key of another kind", "INVALID_AUTHENTICATOR_RESPONSE") { $0.coseKey = $0.publicKey.replacing(2, by: 0x03) },
        Row("a point beside the curve", "INVALID_AUTHENTICATOR_RESPONSE") {
            $0.coseKey = $0.publicKey.replacing(40, by: $0.publicKey[40] ^ 1)
        },
        Row("a key with more than it needs", "INVALID_AUTHENTICATOR_RESPONSE") {
            $0.coseKey = [0xa6] + $0.publicKey.dropFirst() + [0x23, 0x01]
        },
        Row("a key without its second half", "INVALID_AUTHENTICATOR_RESPONSE") {
            $0.coseKey = [0xa4] + $0.publicKey.dropFirst().prefix(41)
        },
        Row("an RSA key of 1024 bits", "INVALID_AUTHENTICATOR_RESPONSE") {
            $0.coseKey =
                [0xa4, 0x01, 0x03, 0x03, 0x39, 0x01, 0x00, 0x20, 0x58, 0x80] + Array(repeating: 0xff, count: 128)
                + [0x21, 0x43, 0x01, 0x00, 0x01]
        },
        Row("an RSA key with the exponent 1", "INVALID_AUTHENTICATOR_RESPONSE") {
            $0.coseKey =
                [0xa4, 0x01, 0x03, 0x03, 0x39, 0x01, 0x00, 0x20, 0x59, 0x01, 0x00] + Array(repeating: 0xff, count: 256)
                + [0x21, 0x41, 0x01]
        },
        Row("a key that is no map", "INVALID_AUTHENTICATOR_RESPONSE") { $0.coseKey = [0x80] },
    ]

    static let assertions: [Row] = [
        Row("an enrolment for a sign-in", "INVALID_AUTHENTICATOR_RESPONSE") { $0.assertionType = "webauthn.create" },
        Row("a new credential in a sign-in", "INVALID_AUTHENTICATOR_RESPONSE") {
            $0.flags |= 0x40
            $0.afterTheAssertion = $0.aaguid + [0, 32] + $0.credentialID + $0.publicKey
        },
        Row("something after the data", "INVALID_AUTHENTICATOR_RESPONSE") { $0.afterTheAssertion = [0] },
        Row("nobody's user handle", "INVALID_AUTHENTICATOR_RESPONSE") { $0.userHandle = [] },
        Row("another account's user handle", "PASSKEY_CREDENTIAL_NOT_FOUND") { $0.userHandle = Array("bob".utf8) },
        Row("a user handle that begins as ours", "PASSKEY_CREDENTIAL_NOT_FOUND") { $0.userHandle = Array("adam".utf8) },
        Row("the counter of the last use", "PASSKEY_CREDENTIAL_NOT_FOUND") { $0.counter = 5 },
        Row("a smaller counter", "PASSKEY_CREDENTIAL_NOT_FOUND") { $0.counter = 4 },
        Row("a counter that is gone", "PASSKEY_CREDENTIAL_NOT_FOUND") { $0.counter = 0 },
        Row("may not be backed up any more", "PASSKEY_CREDENTIAL_NOT_FOUND") { $0.flags &= ~0x18 },
        Row("another key", "PASSKEY_CREDENTIAL_NOT_FOUND") { $0.key = P256.Signing.PrivateKey() },
    ]

    private static func authenticator() -> ScriptedAuthenticator {
        var authenticator = ScriptedAuthenticator(userHandle: Array("ada".utf8))
        authenticator.counter = 6
        return authenticator
    }

    private static func passkey(of authenticator: ScriptedAuthenticator) -> Passkey {
        Passkey(
            credentialID: authenticator.credentialID, realm: .sample, account: "ada", relyingPartyID: "auth.example.org",
            publicKey: authenticator.publicKey, counter: 5, backupEligible: true, name: "Laptop", createdAt: .distantPast)
    }

    /// - Returns: The error code, if the response is refused.
    private static func register(_ authenticator: ScriptedAuthenticator, _ sent: String = text) throws -> String? {
        let reply = authenticator.register(sent)
        return try refusal {
            try PasskeyRegistration(
                credentialID: reply.credentialID, clientDataJSON: reply.clientDataJSON, attestationObject: reply.attestationObject
            ).check(against: challenge(.enrollment))
        }
    }

    private static func signIn(
        _ authenticator: ScriptedAuthenticator, as passkey: Passkey = passkey(of: authenticator()), _ sent: String = text
    ) throws -> String? {
        let reply = try authenticator.sign(sent)
        return try refusal {
            let assertion = try PasskeyAssertion(
                credentialID: reply.credentialID, clientDataJSON: reply.clientDataJSON, authenticatorData: reply.authenticatorData,
                signature: reply.signature, userHandle: reply.userHandle)
            try assertion.check(against: challenge(.signIn))
            guard assertion.isSigned(by: passkey.publicKey) else { throw PasskeyRefusal(.signature, "") }
            _ = try assertion.check(as: passkey, under: challenge(.signIn))
        }
    }

    private static func refusal(_ body: () throws -> Void) throws -> String? {
        do {
            try body()
            return nil
        } catch let refusal as PasskeyRefusal {
            return refusal.error.code.rawValue
        } catch let error as SignInError {
            return error.code.rawValue
        }
    }

    @Test func validResponsesAreAccepted() throws {
        let authenticator = Self.authenticator()
        #expect(try Self.register(authenticator) == nil)
        #expect(try Self.signIn(authenticator, as: Self.passkey(of: authenticator)) == nil)
    }

    @Test func unknownMembersAndExtensionsAreIgnored() throws {
        let changes: [@Sendable (inout ScriptedAuthenticator) -> Void] = [
            { $0.moreClientData = "" },
            { $0.moreClientData = #","crossOrigin":false,"other_keys_can_be_added_here":"x","nested":{"a":[1]}"# },
            { $0.flags &= ~0x10 },
            { $0.aaguid = Array(1...16) },
        ]
        for change in changes {
            var authenticator = Self.authenticator()
            change(&authenticator)
            #expect(try Self.register(authenticator) == nil)
            #expect(try Self.signIn(authenticator, as: Self.passkey(of: authenticator)) == nil)
        }
        var extended = Self.authenticator()
        extended.flags |= 0x80
        extended.afterTheKey = [0xa1, 0x61, 0x78, 0xf5]
        extended.afterTheAssertion = extended.afterTheKey
        #expect(try Self.register(extended) == nil)
        #expect(try Self.signIn(extended, as: Self.passkey(of: extended)) == nil)
    }

    @Test(arguments: both + registrations) func aWrongRegistrationIsRefused(_ row: Row) throws {
        var authenticator = Self.authenticator()
        row.change(&authenticator)
        #expect(try Self.register(authenticator) == row.code)
    }

    @Test(arguments: both + assertions) func aWrongSignInIsRefused(_ row: Row) throws {
        var authenticator = Self.authenticator()
        let passkey = Self.passkey(of: authenticator)
        row.change(&authenticator)
        #expect(try Self.signIn(authenticator, as: passkey) == row.code)
    }

    @Test func anotherChallengeIsRefused() throws {
        let authenticator = Self.authenticator()
        for sent in ["", "!", String(Self.text.dropLast()), String(Self.text.dropLast()) + "8", Self.text + Self.text] {
            #expect(try Self.register(authenticator, sent) == "INVALID_AUTHENTICATOR_RESPONSE")
            #expect(try Self.signIn(authenticator, as: Self.passkey(of: authenticator), sent) == "INVALID_AUTHENTICATOR_RESPONSE")
        }
    }

    @Test func aPasskeyOfAnotherHostIsRefused() throws {
        let authenticator = Self.authenticator()
        let elsewhere = Passkey(
            credentialID: authenticator.credentialID, realm: .sample, account: "ada", relyingPartyID: "example.org",
            publicKey: authenticator.publicKey, counter: 5, backupEligible: true, name: "Laptop", createdAt: .distantPast)
        #expect(try Self.signIn(authenticator, as: elsewhere) == "PASSKEY_CREDENTIAL_NOT_FOUND")
    }

    @Test func anAuthenticatorThatDoesNotCountIsAccepted() throws {
        var authenticator = Self.authenticator()
        authenticator.counter = 0
        var passkey = Self.passkey(of: authenticator)
        passkey.counter = 0
        #expect(try Self.signIn(authenticator, as: passkey) == nil)
    }

    @Test func aUserHandleHasAtMost64Bytes() {
        #expect(Passkey.userHandle(of: "ada") == Array("ada".utf8))
        let longest = AccountID(rawValue: String(repeating: "u", count: 64))
        #expect(Passkey.userHandle(of: longest).count == 64)
        let longer = AccountID(rawValue: String(repeating: "u", count: 65))
        #expect(Passkey.userHandle(of: longer).count == 32)
    }

    /// Random bytes in any member are refused without a crash.
    @Test func anyBytesAreRefused() throws {
        let random = RandomTokens.seeded(11)
        let registration = Self.authenticator().register(Self.text)
        let assertion = try Self.authenticator().sign(Self.text)
        for round in 0..<4000 {
            let noise = random.data(count: round % 200)
            var object = registration.attestationObject
            let place = Int(random.data(count: 1)[0]) % object.count
            object.replaceSubrange(place..., with: noise)
            let isSame = object == registration.attestationObject
            _ = try? AuthenticatorData(noise)
            _ = try? ClientData(noise)
            _ = try? PasskeyPublicKey(cose: noise)
            #expect(
                isSame
                    || (try? PasskeyRegistration(
                        credentialID: registration.credentialID, clientDataJSON: registration.clientDataJSON, attestationObject: object))
                        == nil
            )
            let forged = try? PasskeyAssertion(
                credentialID: assertion.credentialID, clientDataJSON: assertion.clientDataJSON,
                authenticatorData: assertion.authenticatorData, signature: noise, userHandle: [1])
            #expect(forged?.isSigned(by: Self.authenticator().publicKey) != true)
        }
    }
}

extension [UInt8] {
    fileprivate func replacing(_ index: Int, by byte: UInt8) -> [UInt8] {
        var changed = self
        changed[index] = byte
        return changed
    }
}
