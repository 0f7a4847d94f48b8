import Foundation
import LatchkeySecrets

/// The `firebase` member of a session's claims, a reserved name. It contains the parts of ID tokens that belong to the sign-in
/// instead of the account.
struct SessionMarks: Sendable, Equatable {
    /// The additional attributes of a SAML response.
    var signInAttributes: ClaimValue?
    /// Whether the email is verified, for accounts without an address, which cannot store it. Hooks of an emulator can return it.
    var emailVerified: Bool?

    private static let member = "firebase"
    private enum Name {
        static let attributes = "sign_in_attributes"
        static let emailVerified = "email_verified"
    }

    init(signInAttributes: String? = nil, emailVerified: Bool? = nil) {
        self.signInAttributes = signInAttributes.flatMap { try? JSONDecoder().decode(ClaimValue.self, from: Data($0.utf8)) }
        self.emailVerified = emailVerified
    }

    /// Removes the marks from a session's claims.
    init(removingFrom claims: inout [String: ClaimValue]) {
        guard case .object(let members)? = claims.removeValue(forKey: Self.member) else { return }
        signInAttributes = members[Name.attributes]
        if case .bool(let flag)? = members[Name.emailVerified] { emailVerified = flag }
    }

    /// Adds the marks to a session's claims, as JSON text.
    func claims(over present: String?) -> String? {
        guard self != SessionMarks() else { return present }
        var claims = DeveloperClaims.members(of: present)
        var marks: [String: ClaimValue] = [:]
        if case .object(let members)? = claims[Self.member] { marks = members }
        if let signInAttributes { marks[Name.attributes] = signInAttributes }
        if let emailVerified { marks[Name.emailVerified] = .bool(emailVerified) }
        claims[Self.member] = .object(marks)
        return String(decoding: ClaimText(claims.map { (name: $0.key, value: $0.value) }).bytes, as: UTF8.self)
    }
}
