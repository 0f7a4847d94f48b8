import LatchkeyIdentity
import LatchkeyServer

/// What a project asks of passwords, as an administrator sees it.
struct PasswordPolicyDescription: Codable, Sendable, Equatable {
    var minCharacters: Int
    var maxCharacters: Int
    /// The kinds of characters that have to occur.
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

/// What is to be changed in a password policy; what is absent stays.
struct PasswordPolicyChange: Codable, Sendable, Equatable {
    var minCharacters: Int?
    var maxCharacters: Int?
    var kinds: [String]?
    var enforced: Bool?
    var upgradeAtSignIn: Bool?
}

extension PasswordPolicy {
    /// - Throws: ``AdminError`` for values that cannot be right.
    mutating func apply(_ change: PasswordPolicyChange) throws {
        minimumCharacters = change.minCharacters ?? minimumCharacters
        maximumCharacters = change.maxCharacters ?? maximumCharacters
        try AdminError.explaining { [self] in try ProjectRules.check(self) }
        if let kinds = change.kinds {
            requiredKinds = try Set(
                kinds.map { name in
                    guard let kind = CharacterKind(rawValue: name) else {
                        let known = CharacterKind.allCases.map(\.rawValue).joined(separator: ", ")
                        throw AdminError("\(name) is no kind of characters. Known are \(known).")
                    }
                    return kind
                })
        }
        isEnforced = change.enforced ?? isEnforced
        forcesUpgradeAtSignIn = change.upgradeAtSignIn ?? forcesUpgradeAtSignIn
    }
}
