import LatchkeyAdministrationAPI
import LatchkeyIdentity

/// A project's password policy in the output for administrators.
struct PasswordPolicyDescription: Codable, Sendable, Equatable {
    var minCharacters: Int
    var maxCharacters: Int
    /// The required kinds of characters.
    var kinds: [String]
    var enforced: Bool
    var upgradeAtSignIn: Bool

    init(_ policy: PasswordPolicy) {
        minCharacters = policy.minimumCharacters
        maxCharacters = policy.maximumCharacters
        kinds = PasswordPolicy.CharacterKind.allCases.filter(policy.requiredKinds.contains).map(\.rawValue)
        enforced = policy.isEnforced
        upgradeAtSignIn = policy.forcesUpgradeAtSignIn
    }
}

/// Changes to a password policy; `nil` members are not changed.
struct PasswordPolicyChange: Codable, Sendable, Equatable {
    var minCharacters: Int?
    var maxCharacters: Int?
    var kinds: [String]?
    var enforced: Bool?
    var upgradeAtSignIn: Bool?
}

extension PasswordPolicy {
    /// - Throws: ``AdminError`` for invalid values.
    mutating func apply(_ change: PasswordPolicyChange) throws {
        minimumCharacters = change.minCharacters ?? minimumCharacters
        maximumCharacters = change.maxCharacters ?? maximumCharacters
        try ProjectRules.check(self)
        if let kinds = change.kinds {
            requiredKinds = try Set(
                kinds.map { name in
                    guard let kind = CharacterKind(rawValue: name) else {
                        let known = CharacterKind.allCases.map(\.rawValue).joined(separator: ", ")
                        throw AdminError("\(name) is not a kind of characters. Use one of: \(known).")
                    }
                    return kind
                })
        }
        isEnforced = change.enforced ?? isEnforced
        forcesUpgradeAtSignIn = change.upgradeAtSignIn ?? forcesUpgradeAtSignIn
    }
}
