package import Foundation
package import JWTKit
import LatchkeySecrets

/// The claims of an ID token, in Firebase's form.
package struct IDTokenClaims: Sendable, Equatable {
    package var issuer: String
    /// The project id.
    package var audience: String
    package var subject: AccountID
    package var issuedAt: Date
    package var expiresAt: Date
    /// The time of the authentication, which a refresh does not change.
    package var authenticatedAt: Date
    package var name: String?
    package var picture: String?
    package var email: String?
    package var emailVerified: Bool?
    package var phoneNumber: String?
    /// `anonymous` in an anonymous session; otherwise `nil`.
    package var providerID: String?
    package var firebase: Firebase
    /// The custom claims, at the top level of the token. The claims above take precedence.
    package var custom: [String: ClaimValue]
    /// Whether custom claims named `name` and `picture` override the account's profile, as in the Firebase Auth Emulator.
    var customClaimsNamePerson = false

    /// The members of the `firebase` claim.
    package struct Firebase: Sendable, Equatable, Decodable {
        /// The provider's user ids by provider, and addresses under `email`.
        package var identities: [String: [String]]
        package var signInProvider: String
        package var signInSecondFactor: String?
        /// The enrollment id of the second factor.
        package var secondFactorIdentifier: String?
        /// The additional attributes of a SAML response.
        package var signInAttributes: ClaimValue?
        package var tenant: String?
        /// The session of the token. This server refuses the token once the session has ended. An addition of Latchkey; Firebase has none.
        package var session: String?

        enum CodingKeys: String, CodingKey {
            case identities
            case signInProvider = "sign_in_provider"
            case signInSecondFactor = "sign_in_second_factor"
            case secondFactorIdentifier = "second_factor_identifier"
            case signInAttributes = "sign_in_attributes"
            case tenant
            case session
        }

        package init(
            identities: [String: [String]], signInProvider: String, signInSecondFactor: String? = nil,
            secondFactorIdentifier: String? = nil, tenant: String? = nil, session: String? = nil
        ) {
            self.identities = identities
            self.signInProvider = signInProvider
            self.signInSecondFactor = signInSecondFactor
            self.secondFactorIdentifier = secondFactorIdentifier
            self.tenant = tenant
            self.session = session
        }

        var claim: ClaimValue {
            var members: [String: ClaimValue] = [
                CodingKeys.identities.rawValue: .object(identities.mapValues { .array($0.map(ClaimValue.string)) }),
                CodingKeys.signInProvider.rawValue: .string(signInProvider),
            ]
            if let signInSecondFactor { members[CodingKeys.signInSecondFactor.rawValue] = .string(signInSecondFactor) }
            if let secondFactorIdentifier { members[CodingKeys.secondFactorIdentifier.rawValue] = .string(secondFactorIdentifier) }
            if let signInAttributes { members[CodingKeys.signInAttributes.rawValue] = signInAttributes }
            if let tenant { members[CodingKeys.tenant.rawValue] = .string(tenant) }
            if let session { members[CodingKeys.session.rawValue] = .string(session) }
            return .object(members)
        }
    }

    package static let lifetimeSeconds = 3600

    /// Returns the lifetime of an ID token in a session: one hour, but no longer than the session.
    static func lifetimeSeconds(of session: Session, at now: Date) -> Int {
        min(lifetimeSeconds, session.endsAt.map { max(0, Int($0.timeIntervalSince(now))) } ?? lifetimeSeconds)
    }

    /// Creates the claims of a session's token.
    package init(issuer: String, account: Account, session: Session, at now: Date) {
        self.issuer = issuer
        audience = account.realm.project.rawValue
        subject = account.id
        issuedAt = Date(timeIntervalSince1970: Double(now.secondsSince1970))
        expiresAt = issuedAt.addingTimeInterval(Double(Self.lifetimeSeconds(of: session, at: now)))
        authenticatedAt = Date(timeIntervalSince1970: Double(session.authenticatedAt.secondsSince1970))
        name = account.displayName
        picture = account.photoURL
        email = account.email?.text
        var ofSession = DeveloperClaims.members(of: session.claims)
        let marks = SessionMarks(removingFrom: &ofSession)
        emailVerified = account.email == nil ? marks.emailVerified : account.emailVerified
        phoneNumber = account.phoneNumber
        providerID = session.method == .anonymous ? ProviderID.anonymous.rawValue : nil
        var identities = Dictionary(
            account.identities.map { ($0.key.provider.rawValue, [$0.key.rawID]) }, uniquingKeysWith: { first, _ in first })
        if let email = account.email { identities["email"] = [email.text] }
        if let phone = account.phoneNumber { identities["phone"] = [phone] }
        firebase = Firebase(
            identities: identities, signInProvider: session.method.rawValue, signInSecondFactor: session.secondFactor?.kind.rawValue,
            secondFactorIdentifier: session.secondFactor?.id,
            tenant: account.realm.tenant == .none ? nil : account.realm.tenant.rawValue, session: session.id.rawValue)
        firebase.signInAttributes = marks.signInAttributes
        custom = DeveloperClaims.members(of: account.customClaims).merging(ofSession) { _, ofSession in ofSession }
    }
}

extension IDTokenClaims: JWTPayload {
    private enum Name: String, CaseIterable {
        case iss, aud, sub, iat, exp, name, picture, email, firebase
        case userID = "user_id"
        case authTime = "auth_time"
        case emailVerified = "email_verified"
        case phoneNumber = "phone_number"
        case providerID = "provider_id"
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init(_ name: Name) { stringValue = name.rawValue }
        init?(intValue: Int) { nil }
    }

    /// All claims by name, in the order in which a token contains them.
    package var members: [(name: String, value: ClaimValue)] {
        let own: Set<String> = customClaimsNamePerson ? [Name.name.rawValue, Name.picture.rawValue] : []
        var members = custom.filter { Name(rawValue: $0.key) == nil || own.contains($0.key) }.map { (name: $0.key, value: $0.value) }
        func add(_ name: Name, _ value: ClaimValue?) {
            guard let value, !own.contains(name.rawValue) || custom[name.rawValue] == nil else { return }
            members.append((name.rawValue, value))
        }
        add(.iss, .string(issuer))
        add(.aud, .string(audience))
        add(.sub, .string(subject.rawValue))
        add(.userID, .string(subject.rawValue))
        add(.iat, .integer(issuedAt.secondsSince1970))
        add(.exp, .integer(expiresAt.secondsSince1970))
        add(.authTime, .integer(authenticatedAt.secondsSince1970))
        add(.name, name.map(ClaimValue.string))
        add(.picture, picture.map(ClaimValue.string))
        add(.email, email.map(ClaimValue.string))
        add(.emailVerified, emailVerified.map(ClaimValue.bool))
        add(.phoneNumber, phoneNumber.map(ClaimValue.string))
        add(.providerID, providerID.map(ClaimValue.string))
        add(.firebase, firebase.claim)
        return members
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        for member in members { try container.encode(member.value, forKey: Key(stringValue: member.name)) }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        func date(_ name: Name) throws -> Date {
            let seconds = try container.decode(Int64.self, forKey: Key(name))
            // Limited to the years up to 9999, because later times overflow in milliseconds.
            guard (0...253_402_300_799).contains(seconds) else {
                throw DecodingError.dataCorruptedError(forKey: Key(name), in: container, debugDescription: "time out of range")
            }
            return Date(timeIntervalSince1970: Double(seconds))
        }
        issuer = try container.decode(String.self, forKey: Key(.iss))
        audience = try container.decode(String.self, forKey: Key(.aud))
        subject = AccountID(rawValue: try container.decode(String.self, forKey: Key(.sub)))
        issuedAt = try date(.iat)
        expiresAt = try date(.exp)
        authenticatedAt = try date(.authTime)
        name = try container.decodeIfPresent(String.self, forKey: Key(.name))
        picture = try container.decodeIfPresent(String.self, forKey: Key(.picture))
        email = try container.decodeIfPresent(String.self, forKey: Key(.email))
        emailVerified = try container.decodeIfPresent(Bool.self, forKey: Key(.emailVerified))
        phoneNumber = try container.decodeIfPresent(String.self, forKey: Key(.phoneNumber))
        providerID = try container.decodeIfPresent(String.self, forKey: Key(.providerID))
        firebase = try container.decode(Firebase.self, forKey: Key(.firebase))
        custom = [:]
        for key in container.allKeys where Name(rawValue: key.stringValue) == nil {
            custom[key.stringValue] = try container.decode(ClaimValue.self, forKey: key)
        }
    }

    /// Does nothing. The signature is verified while decoding; times and names by ``TokenAuthority``, which has the clock and the project.
    package func verify(using algorithm: some JWTAlgorithm) {}
}
