import LatchkeySecrets

/// The changes that a hook makes to an account and its session.
struct HookEdit: Sendable, Equatable {
    var displayName: AccountEdit.Change?
    var photoURL: AccountEdit.Change?
    var disabled: Bool?
    var emailVerified: Bool?
    /// The claims to set, as JSON text.
    var customClaims: AccountEdit.Change?
    /// The claims of this session only, as JSON text.
    var sessionClaims: String?

    func applied(to account: Account) -> Account {
        var account = account
        if let displayName { account.displayName = displayName.text }
        if let photoURL { account.photoURL = photoURL.text }
        if let disabled { account.disabled = disabled }
        // An account without an address has nothing to verify, and an address that is added later must not count as verified.
        if let emailVerified, account.email != nil { account.emailVerified = emailVerified }
        if let customClaims { account.customClaims = customClaims.text }
        return account
    }

    /// Returns the claims of a session, merged over the present ones.
    func claims(over present: String?) -> String? {
        guard let sessionClaims else { return present }
        let (old, new) = (DeveloperClaims.members(of: present), DeveloperClaims.members(of: sessionClaims))
        let merged = old.merging(new) { _, ofHook in ofHook }
        return String(decoding: ClaimText(merged.map { (name: $0.key, value: $0.value) }).bytes, as: UTF8.self)
    }
}

extension HookEdit {
    /// Reads the response of a hook that allows an event: `{}`, or `{"userRecord": {"updateMask": "displayName", ...}}`.
    ///
    /// - Throws: ``SignInError`` with `BLOCKING_FUNCTION_ERROR_RESPONSE`, which names the invalid member.
    init(reading body: [UInt8], for event: BlockingHooks.Event) throws {
        guard body.count <= HookReply.maxBytes else { throw SignInError.hookFault("responded with more than \(HookReply.maxBytes) bytes") }
        let value: ClaimValue?
        do {
            value = try UniqueJSON.decode(ClaimValue.self, from: body)
        } catch let error as UniqueJSON.RepeatedMember {
            throw SignInError.hookFault("responded with JSON in which \(error)")
        } catch {
            value = nil
        }
        guard case .object(let reply)? = value else { throw SignInError.hookFault("did not respond with a JSON object") }
        let record: [String: ClaimValue]
        switch reply["userRecord"] {
        case nil, .null?: return
        case .object(let members)?: record = members
        default: throw Self.wrong("userRecord", "is not an object")
        }
        guard case .string(let mask)? = record["updateMask"] else {
            throw Self.wrong("userRecord.updateMask", "is missing or not a string")
        }
        for name in mask.split(separator: ",").map(\.trimmingBlanks) where !name.isEmpty {
            try read(name, record[name] ?? .null, event)
        }
    }

    private mutating func read(_ name: String, _ value: ClaimValue, _ event: BlockingHooks.Event) throws {
        switch name {
        case "displayName": displayName = try Self.text(value, name, atMost: AccountEdit.maxDisplayNameCharacters)
        // Google's library for functions capitalizes the URL.
        case "photoUrl", "photoURL": photoURL = try Self.photoURL(value, name)
        case "disabled": disabled = try Self.flag(value, name)
        case "emailVerified": emailVerified = try Self.flag(value, name)
        case "customClaims": customClaims = try Self.claims(value, name).map(AccountEdit.Change.set) ?? .clear
        case "sessionClaims":
            guard event == .beforeSignIn else { throw Self.wrong(name, "can be set in beforeSignIn only") }
            sessionClaims = try Self.claims(value, name)
        default: throw Self.wrong("updateMask", "names \(name.prefix(40)), which no hook can change")
        }
    }

    private static func text(_ value: ClaimValue, _ name: String, atMost limit: Int) throws -> AccountEdit.Change {
        switch value {
        case .null: return .clear
        case .string(let text):
            guard text.unicodeScalars.count <= limit else { throw wrong(name, "has more than \(limit) characters") }
            return .set(text)
        default: throw wrong(name, "is not a string")
        }
    }

    private static func photoURL(_ value: ClaimValue, _ name: String) throws -> AccountEdit.Change {
        let change = try text(value, name, atMost: AccountEdit.maxPhotoURLCharacters)
        if case .set(let url) = change, !url.isEmpty, !AccountEdit.isPhotoURL(url) {
            throw wrong(name, "is not a URL such as https://example.org/picture.png")
        }
        return change
    }

    private static func flag(_ value: ClaimValue, _ name: String) throws -> Bool {
        guard case .bool(let flag) = value else { throw wrong(name, "is neither true nor false") }
        return flag
    }

    private static func claims(_ value: ClaimValue, _ name: String) throws -> String? {
        switch value {
        case .null: return nil
        case .object(let members):
            do {
                return members.isEmpty ? nil : try DeveloperClaims.text(members)
            } catch let error as SignInError {
                throw wrong(name, [error.code.rawValue, error.message].compactMap(\.self).joined(separator: " "))
            }
        default: throw wrong(name, "is not an object")
        }
    }

    private static func wrong(_ member: String, _ problem: String) -> SignInError {
        SignInError(.blockingFunctionErrorResponse, message: "The hook's response is invalid: \(member) \(problem).")
    }
}

extension Substring {
    fileprivate var trimmingBlanks: String {
        var text = self
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
