package import LatchkeySecrets

/// The password requirements of a project (Identity Platform's password policy).
public struct PasswordPolicy: Sendable, Equatable {
    /// The minimum length in characters, within ``minimumRange``.
    public var minimumCharacters: Int
    /// The maximum length in characters, from the minimum to ``maximumBytes``.
    public var maximumCharacters: Int
    /// The kinds of characters that a password must contain.
    public var requiredKinds: Set<CharacterKind>
    /// Whether new passwords must comply. Otherwise only Firebase's minimum of six characters applies.
    public var isEnforced: Bool
    /// Whether users with a noncompliant password must change it before they can sign in.
    public var forcesUpgradeAtSignIn: Bool

    /// Creates a policy. The defaults are those of a project in Firebase: at least six characters, not enforced.
    public init(
        minimumCharacters: Int = 6, maximumCharacters: Int = 4096, requiredKinds: Set<CharacterKind> = [], isEnforced: Bool = false,
        forcesUpgradeAtSignIn: Bool = false
    ) {
        self.minimumCharacters = minimumCharacters
        self.maximumCharacters = maximumCharacters
        self.requiredKinds = requiredKinds
        self.isEnforced = isEnforced
        self.forcesUpgradeAtSignIn = forcesUpgradeAtSignIn
    }

    /// The valid minimums. Firebase's clients expect at least six characters, and more than thirty are hard to remember.
    package static let minimumRange = 6...30
    /// Firebase's maximum length in bytes. It also bounds the input of hashing, regardless of the policy.
    package static let maximumBytes = 4096

    /// The minimum length of a new password in characters.
    package var minimumOfNewPasswords: Int { isEnforced ? minimumCharacters : Self.minimumRange.lowerBound }

    /// Checks a new password. Every operation that sets a password calls this first.
    ///
    /// - Throws: ``SignInError``: `MISSING_PASSWORD`; `PASSWORD_DOES_NOT_MEET_REQUIREMENTS`, which lists the unmet requirements; without an
    ///   enforced policy, `WEAK_PASSWORD`.
    package func check(_ password: Secret<String>) throws {
        let text = password.expose()
        if text.isEmpty { throw SignInError(.missingPassword) }
        // Checked before the characters are counted, which takes time proportional to their number.
        if text.utf8.count > Self.maximumBytes {
            let limit = "Password should be at most \(Self.maximumBytes) bytes"
            throw isEnforced ? Self.refusal([limit]) : SignInError(.weakPassword, message: limit)
        }
        if isEnforced {
            let missing = unmet(by: text)
            if !missing.isEmpty { throw Self.refusal(missing) }
        } else if Self.length(text) < minimumOfNewPasswords {
            throw SignInError(.weakPassword, message: "Password should be at least \(minimumOfNewPasswords) characters")
        }
    }

    /// Checks a correct password at sign-in.
    ///
    /// - Throws: ``SignInError`` with `PASSWORD_DOES_NOT_MEET_REQUIREMENTS`.
    func checkAtSignIn(_ password: Secret<String>) throws {
        guard isEnforced, forcesUpgradeAtSignIn else { return }
        let missing = unmet(by: password.expose())
        if !missing.isEmpty { throw Self.refusal(missing) }
    }

    private func unmet(by text: String) -> [String] {
        var missing: [String] = []
        let count = Self.length(text)
        if count < minimumCharacters { missing.append("Password must contain at least \(minimumCharacters) characters") }
        if count > maximumCharacters { missing.append("Password must contain at most \(maximumCharacters) characters") }
        for kind in CharacterKind.allCases where requiredKinds.contains(kind) && !text.utf8.contains(where: kind.includes) {
            missing.append("Password must contain \(kind.words)")
        }
        return missing
    }

    /// Returns the length in UTF-16 code units, as Firebase's JavaScript library and emulator count it.
    private static func length(_ text: String) -> Int { text.utf16.count }

    private static func refusal(_ missing: [String]) -> SignInError {
        SignInError(
            .passwordDoesNotMeetRequirements, message: "Missing password requirements: [\(missing.joined(separator: ", "))]")
    }
}

extension PasswordPolicy {
    /// A kind of character that a password can be required to contain. All of them are ASCII, as Firebase's clients test them.
    public enum CharacterKind: String, Sendable, CaseIterable {
        case lower
        case upper
        case digit
        /// A printable character except letters, digits and the space.
        case symbol

        func includes(_ byte: UInt8) -> Bool {
            switch self {
            case .lower: (0x61...0x7a).contains(byte)
            case .upper: (0x41...0x5a).contains(byte)
            case .digit: (0x30...0x39).contains(byte)
            case .symbol:
                (0x21...0x7e).contains(byte) && ![Self.lower, .upper, .digit].contains { $0.includes(byte) }
            }
        }

        fileprivate var words: String {
            switch self {
            case .lower: "a lower case character"
            case .upper: "an upper case character"
            case .digit: "a numeric character"
            case .symbol: "a non-alphanumeric character"
            }
        }
    }

    /// The characters that count as ``CharacterKind/symbol``, one string each.
    package static let symbols: [String] = (UInt8(0x21)...0x7e).filter(CharacterKind.symbol.includes).map { String(UnicodeScalar($0)) }
}
