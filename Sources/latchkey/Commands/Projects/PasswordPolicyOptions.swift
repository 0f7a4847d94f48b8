import ArgumentParser

/// The options that change what a project asks of passwords.
struct PasswordPolicyOptions: ParsableArguments {
    @Option(help: "Whether new passwords have to follow the project's policy, which the next options make.")
    var passwordPolicy: YesNo?
    @Option(help: "How many characters a password has at the least: 6 to 30.") var passwordMinCharacters: Int?
    @Option(help: "How many characters a password has at the most: up to 4096.") var passwordMaxCharacters: Int?
    @Option(
        help: ArgumentHelp(
            "What a password has to contain: any of lower, upper, digit and symbol, separated by commas; none for nothing.",
            valueName: "kinds"))
    var passwordKinds: String?
    @Option(help: "Whether people whose password does not follow the policy have to reset it before they get in.")
    var passwordUpgradeAtSignIn: YesNo?

    var change: PasswordPolicyChange? {
        let kinds = passwordKinds.map { $0 == "none" ? [] : $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
        let change = PasswordPolicyChange(
            minCharacters: passwordMinCharacters, maxCharacters: passwordMaxCharacters, kinds: kinds, enforced: passwordPolicy?.isYes,
            upgradeAtSignIn: passwordUpgradeAtSignIn?.isYes)
        return change == PasswordPolicyChange() ? nil : change
    }
}

extension FactList {
    /// One line per setting, under the name of the option that changes it.
    mutating func add(_ policy: PasswordPolicyDescription) {
        add("password-policy", policy.enforced)
        add("password-min-characters", String(policy.minCharacters))
        add("password-max-characters", String(policy.maxCharacters))
        add("password-kinds", policy.kinds.isEmpty ? "none" : policy.kinds.joined(separator: ","))
        add("password-upgrade-at-sign-in", policy.upgradeAtSignIn)
    }
}
