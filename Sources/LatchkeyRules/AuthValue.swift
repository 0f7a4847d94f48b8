import LatchkeyTree

/// What rules see as `auth`: null for somebody who is not signed in, else a map.
public enum AuthValue: Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case list([AuthValue])
    case map(AuthMembers)

    /// A map of these members.
    public static func map(_ members: [String: AuthValue]) -> AuthValue { .map(AuthMembers(members)) }

    /// A member of a map or an element of a list; null where there is none.
    public subscript(name: String) -> AuthValue {
        switch self {
        case .map(let members): members[name] ?? .null
        case .list(let elements): Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil } ?? .null
        case .null, .boolean, .number, .string: .null
        }
    }

    /// Whether a member is this text.
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
    /// `auth` of somebody who signed in with an ID token of Firebase Auth, version 3 and later.
    ///
    /// - Parameters:
    ///   - provider: as the token's `sign_in_provider` has it; rules see it without `.com`, so `twitter.com` as `twitter`.
    ///   - token: the token's claims.
    ///
    /// A uid of the first generations' form has an `id` besides, which Simple Login's rules know: ``legacyID(of:provider:)``.
    public static func current(uid: String, provider: String, token: [String: AuthValue]) -> AuthValue {
        let short = provider.hasSuffix(".com") ? String(provider.dropLast(4)) : provider
        let members: [String: AuthValue] = ["uid": .string(uid), "provider": .string(short), "token": .map(token)]
        guard let id = legacyID(of: uid, provider: short) else { return .map(members) }
        return .map(members.merging(["id": .string(id)]) { $1 })
    }

    /// What Simple Login calls `id`: the part behind the colon of a uid of the first generations' form, for who signed in the way that the
    /// uid names. nil for who came another way: that number is somebody else's at that provider.
    ///
    /// - Parameter provider: as rules see it: without `.com`.
    public static func legacyID(of uid: String, provider: String) -> String? {
        guard let colon = uid.firstIndex(of: ":"), uid[..<colon] == (provider == "password" ? "simplelogin" : provider) else { return nil }
        return String(uid[uid.index(after: colon)...])
    }

    /// `auth` as the Firebase 2.x clients knew it: the uid, such as `twitter:123`, and the provider.
    public static func firebase2(uid: String, provider: String) -> AuthValue {
        .map(["uid": .string(uid), "provider": .string(provider)])
    }

    /// `auth` as Firebase Simple Login made it: with the provider's id for the user, and the e-mail address where the provider tells one.
    public static func simpleLogin(id: String, provider: String, uid: String, email: String? = nil) -> AuthValue {
        var members: [String: AuthValue] = ["id": .string(id), "provider": .string(provider), "uid": .string(uid)]
        if let email { members["email"] = .string(email) }
        return .map(members)
    }
}

extension AuthValue: Equatable {
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
    public init(nilLiteral: ()) { self = .null }
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    public init(integerLiteral value: Int) { self = .number(Double(value)) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(stringLiteral value: String) { self = .string(value) }
    public init(arrayLiteral elements: AuthValue...) { self = .list(elements) }
    public init(dictionaryLiteral elements: (String, AuthValue)...) {
        self = .map(AuthMembers(elements))
    }
}
