import Foundation
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb

/// The emulator's replacement for a SAML response: its assertion as JSON instead of XML,
/// `{"assertion":{"subject":{"nameId":"ada@example.org"},"attributeStatements":{"team":"engines"}}}`.
struct FakeSAMLResponse: Sendable {
    /// The provider's name for the user, often an email address.
    let nameID: String
    /// The attribute statements, as JSON text.
    let attributes: String?

    /// Reads a response.
    ///
    /// - Throws: ``SignInError`` with `INVALID_IDP_RESPONSE`; the message names the missing member.
    init(_ text: String) throws {
        guard text.utf8.count <= FakeClaims.maxBytes, let response = try? JSONDecoder().decode(Response.self, from: Data(text.utf8)) else {
            throw Self.refusal("SAMLResponse has to be JSON of at most \(FakeClaims.maxBytes) bytes.")
        }
        guard let assertion = response.assertion else { throw Self.missing("assertion") }
        guard let subject = assertion.subject else { throw Self.missing("assertion.subject") }
        guard let nameID = subject.nameId.unlessEmpty else { throw Self.missing("assertion.subject.nameId") }
        self.nameID = nameID
        attributes = try assertion.attributeStatements.map { try FakeClaims.text(of: $0) }
    }

    /// Returns the claims of the request, if any, completed with the subject of the response.
    func completing(_ claims: FakeClaims?) throws -> FakeClaims {
        var members = claims?.members ?? [:]
        if members["sub"] == nil { members["sub"] = .string(nameID) }
        if EmailAddress(nameID) != nil { members["email"] = .string(nameID) }
        members["email_verified"] = .bool(true)
        return try FakeClaims(members: members)
    }

    /// Google's emulator sends these messages without a colon.
    private static func missing(_ member: String) -> SignInError {
        SignInError(.init(rawValue: "INVALID_IDP_RESPONSE ((Missing \(member) in SAMLResponse.))"))
    }

    private static func refusal(_ text: String) -> SignInError { SignInError(.invalidIdpResponse, message: text) }

    private struct Response: Decodable {
        struct Assertion: Decodable {
            struct Subject: Decodable {
                var nameId: String?
            }
            var subject: Subject?
            var attributeStatements: ClaimValue?
        }
        var assertion: Assertion?
    }
}
