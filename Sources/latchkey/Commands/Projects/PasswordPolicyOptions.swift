import ArgumentParser

/// The options of the password policy.
struct PasswordPolicyOptions: ParsableArguments {
    @Option(help: "Whether new passwords must meet the password policy.")
    var passwordPolicy: YesNo?
    @Option(help: "The minimum number of characters of a password: 6 to 30.") var passwordMinCharacters: Int?
    @Option(help: "The maximum number of characters of a password: up to 4096.") var passwordMaxCharacters: Int?
    @Option(
        help: ArgumentHelp(
            "The required kinds of characters: lower, upper, digit and symbol, separated by commas, or none.",
            valueName: "kinds"))
    var passwordKinds: String?
    @Option(help: "Whether users must reset a password that does not meet the policy before they can sign in.")
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
    /// Adds one line per setting, with the name of its option.
    mutating func add(_ policy: PasswordPolicyDescription) {
        add("password-policy", policy.enforced)
        add("password-min-characters", String(policy.minCharacters))
        add("password-max-characters", String(policy.maxCharacters))
        add("password-kinds", policy.kinds.isEmpty ? "none" : policy.kinds.joined(separator: ","))
        add("password-upgrade-at-sign-in", policy.upgradeAtSignIn)
    }
}
