import LatchkeyTree

/// The value of `auth` in rules: null if the user is not signed in, otherwise a map.
public enum AuthValue: Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case list([AuthValue])
    case map(AuthMembers)

    /// Creates a map of these members.
    public static func map(_ members: [String: AuthValue]) -> AuthValue { .map(AuthMembers(members)) }

    /// A member of a map or an element of a list; null if there is none.
    public subscript(name: String) -> AuthValue {
        switch self {
        case .map(let members): members[name] ?? .null
        case .list(let elements): Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil } ?? .null
        case .null, .boolean, .number, .string: .null
        }
    }

    /// Whether a member is a string with this text.
    func has(_ name: String, _ text: String) -> Bool {
        if case .map(let members) = self { return members.has(name, text) }
        if case .string(let member) = self[name] { return TextOrder.same(member, text) }
        return false
    }

    var isNull: Bool {
        if case .null = self { true } else { false }
    }
}

extension AuthValue {
    /// Returns `auth` for a user with an ID token of Firebase Auth, version 3 and later.
    ///
    /// If the uid has the form of earlier generations, such as `twitter:123`, the map also has an `id`, which rules for Simple Login use:
    /// ``legacyID(of:provider:)``.
    ///
    /// - Parameters:
    ///   - uid: The user's ID.
    ///   - provider: The token's `sign_in_provider`. Rules see it without `.com`: `twitter.com` becomes `twitter`.
    ///   - token: The claims of the token.
    public static func current(uid: String, provider: String, token: [String: AuthValue]) -> AuthValue {
        let short = provider.hasSuffix(".com") ? String(provider.dropLast(4)) : provider
        let members: [String: AuthValue] = ["uid": .string(uid), "provider": .string(short), "token": .map(token)]
        guard let id = legacyID(of: uid, provider: short) else { return .map(members) }
        return .map(members.merging(["id": .string(id)]) { $1 })
    }

    /// Returns the `id` of Simple Login: the part after the colon of a uid such as `twitter:123`.
    ///
    /// - Parameters:
    ///   - uid: The user's ID.
    ///   - provider: The provider as rules see it, without `.com`.
    /// - Returns: nil if the user signed in with another provider than the uid names, because the number may belong to another user there.
    public static func legacyID(of uid: String, provider: String) -> String? {
        guard let colon = uid.firstIndex(of: ":"), uid[..<colon] == (provider == "password" ? "simplelogin" : provider) else { return nil }
        return String(uid[uid.index(after: colon)...])
    }

    /// Returns `auth` in the form of the Firebase 2.x clients: the uid, such as `twitter:123`, and the provider.
    public static func firebase2(uid: String, provider: String) -> AuthValue {
        .map(["uid": .string(uid), "provider": .string(provider)])
    }

    /// Returns `auth` in the form of Firebase Simple Login: with the provider's ID of the user, and the email address if it is known.
    public static func simpleLogin(id: String, provider: String, uid: String, email: String? = nil) -> AuthValue {
        var members: [String: AuthValue] = ["id": .string(id), "provider": .string(provider), "uid": .string(uid)]
        if let email { members["email"] = .string(email) }
        return .map(members)
    }
}

extension AuthValue: Equatable {
    /// Whether both values are equal. Strings are compared by code units.
    public static func == (left: AuthValue, right: AuthValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.boolean(let left), .boolean(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.list(let left), .list(let right)): left == right
        case (.map(let left), .map(let right)): left == right
        default: false
        }
    }
}

extension AuthValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates null.
    public init(nilLiteral: ()) { self = .null }
    /// Creates a boolean.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// Creates a number.
    public init(integerLiteral value: Int) { self = .number(Double(value)) }
    /// Creates a number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates a list.
    public init(arrayLiteral elements: AuthValue...) { self = .list(elements) }
    /// Creates a map. If a name occurs more than once, the last value is used.
    public init(dictionaryLiteral elements: (String, AuthValue)...) {
        self = .map(AuthMembers(elements))
    }
}
