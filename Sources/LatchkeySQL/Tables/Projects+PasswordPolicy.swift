package import LatchkeyIdentity

extension PasswordPolicy {
    package static let columns = """
        password_min_characters, password_max_characters, password_needs_lower, password_needs_upper, password_needs_digit,
        password_needs_symbol, password_policy_enforced, password_upgrade_at_sign_in
        """

    package init(_ row: inout StoredRow) throws {
        self.init(minimumCharacters: try row.next(), maximumCharacters: try row.next())
        for kind in [CharacterKind.lower, .upper, .digit, .symbol] where try row.next() { requiredKinds.insert(kind) }
        isEnforced = try row.next()
        forcesUpgradeAtSignIn = try row.next()
    }

    package func needs(_ kind: CharacterKind) -> Bool { requiredKinds.contains(kind) }
}
