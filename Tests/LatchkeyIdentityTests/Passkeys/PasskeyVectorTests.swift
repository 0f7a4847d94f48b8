import Foundation
import Testing

@testable import LatchkeyIdentity

@Suite struct PasskeyVectorTests {
    static let here = RelyingParty(id: "auth.example.org", origin: "https://auth.example.org")

    @Test(arguments: PasskeyVector.all)
    func independentVectorsAreAccepted(_ vector: PasskeyVector) throws {
        let registration = try vector.registration()
        try registration.check(against: vector.sent(for: .enrollment))
        let assertion = try vector.assertion()
        try assertion.check(against: vector.sent(for: .signIn))
        #expect(assertion.isSigned(by: registration.credential.publicKey))
        let used = try assertion.check(as: vector.passkey(registration), under: vector.sent(for: .signIn))
        #expect(used.counter == 2)
    }

    /// Flipping one bit of the signed data or of the signature makes the signature invalid.
    @Test(arguments: PasskeyVector.all)
    func everyBitCounts(_ vector: PasskeyVector) throws {
        let key = try vector.registration().credential.publicKey
        let (client, data, signature) = (vector.assertionClientData.hex, vector.authenticatorData.hex, vector.signature.hex)
        func isSigned(_ client: [UInt8], _ data: [UInt8], _ signature: [UInt8]) -> Bool {
            guard
                let assertion = try? PasskeyAssertion(
                    credentialID: vector.credentialID.hex, clientDataJSON: client, authenticatorData: data, signature: signature,
                    userHandle: [1])
            else {
                return false
            }
            return assertion.isSigned(by: key)
        }
        #expect(isSigned(client, data, signature))
        for index in client.indices { #expect(!isSigned(client.flipping(index), data, signature)) }
        for index in data.indices { #expect(!isSigned(client, data.flipping(index), signature)) }
        for index in signature.indices where index % 5 == 0 { #expect(!isSigned(client, data, signature.flipping(index))) }
        #expect(!isSigned(client, data, Array(signature.dropLast())))
        #expect(!isSigned(client, data, signature + [0]))
    }

    @Test func signaturesMatchTheirOwnKeyOnly() throws {
        for signer in PasskeyVector.all {
            for other in PasskeyVector.all {
                let matches = try signer.assertion().isSigned(by: try other.registration().credential.publicKey)
                #expect(matches == (signer.name == other.name))
            }
            let assertion = try signer.assertion()
            #expect(!assertion.isSigned(by: nil))
            #expect(!assertion.isSigned(by: [0xa0]))
        }
    }
}

extension PasskeyVector {
    func registration() throws -> PasskeyRegistration {
        try PasskeyRegistration(
            credentialID: credentialID.hex, clientDataJSON: registrationClientData.hex, attestationObject: attestationObject.hex)
    }

    func assertion() throws -> PasskeyAssertion {
        try PasskeyAssertion(
            credentialID: credentialID.hex, clientDataJSON: assertionClientData.hex, authenticatorData: authenticatorData.hex,
            signature: signature.hex, userHandle: Array("ada".utf8))
    }

    func sent(for purpose: PasskeyChallenge.Purpose) -> PasskeyChallenge {
        PasskeyChallenge(
            id: PasskeyChallenge.fingerprint(of: challenge.hex), realm: Realm(project: "sample"), purpose: purpose,
            account: purpose == .enrollment ? "ada" : nil, relyingParty: PasskeyVectorTests.here, expiresAt: .distantFuture)
    }

    func passkey(_ registration: PasskeyRegistration) -> Passkey {
        Passkey(
            credentialID: registration.credential.credentialID, realm: Realm(project: "sample"), account: "ada",
            relyingPartyID: PasskeyVectorTests.here.id, publicKey: registration.credential.publicKey,
            counter: registration.authenticatorData.counter, name: "Laptop", createdAt: .distantPast)
    }
}

extension String {
    fileprivate var hex: [UInt8] {
        let digits = Array(utf8)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
        }
    }
}

extension [UInt8] {
    fileprivate func flipping(_ index: Int) -> [UInt8] {
        var changed = self
        changed[index] ^= 1 << UInt8(index % 8)
        return changed
    }
}
