import LatchkeyIdentity

extension SettingGroup {
    /// How a project lets people in, in the order in which the page shows it.
    static let all = [methods, secondFactors, accounts, passwords, earlierClients]

    private static let methods = SettingGroup(
        title: "Without a provider",
        toggles: [
            .init(
                name: "passwordSignIn", title: "E-mail and password", explanation: "People sign in with an address and a password.",
                path: \.passwordSignIn),
            .init(
                name: "emailLinkSignIn", title: "E-mail link",
                explanation: "People sign in with a link that is sent to their address. It needs a mail server.",
                path: \.emailLinkSignIn),
            .init(
                name: "anonymousSignIn", title: "Anonymous",
                explanation: "Apps make accounts without a credential, for any visitor; linking one makes the account permanent.",
                path: \.anonymousSignIn),
            .init(
                name: "phoneSignIn", title: "Phone",
                explanation: "People sign in with a code that is sent to their telephone. It needs somebody who delivers text messages.",
                path: \.phoneSignIn),
        ],
        numbers: [
            .init(
                name: "smsPerDay", title: "Text messages a day",
                explanation: "For signing in and, counted apart, as second factors. 0 is any number.", path: \.smsPerDay,
                range: ProjectRules.smsRange)
        ])

    private static let secondFactors = SettingGroup(
        title: "Second factors",
        toggles: [
            .init(
                name: "totpSecondFactor", title: "Authenticator app",
                explanation: "People may add one, and show its code at each sign-in once they have.", path: \.totpSecondFactor),
            .init(
                name: "smsSecondFactor", title: "Text message",
                explanation: "People may add a telephone, and show the code that is sent to it.", path: \.smsSecondFactor),
        ])

    private static let accounts = SettingGroup(
        title: "Accounts",
        toggles: [
            .init(
                name: "signUp", title: "Sign-up", explanation: "Strangers may make accounts themselves. Without it, you make them.",
                path: \.signUp),
            .init(
                name: "oneAccountPerEmail", title: "One account for each e-mail address",
                explanation: "An address leads to one account, whatever the provider. Without it, every identity may have its own.",
                path: \.oneAccountPerEmail),
            .init(
                name: "enumerationProtection", title: "Enumeration protection",
                explanation: "Answers do not tell strangers which addresses have an account.", path: \.enumerationProtection),
            .init(
                name: "newNetworkMails", title: "Mails about new networks",
                explanation: "People get an e-mail when a session is used from a new network. This needs a mail server.",
                path: \.newNetworkMails),
        ],
        numbers: [
            .init(
                name: "signUpsPerHour", title: "Sign-ups an hour, for each network", explanation: "0 is any number.",
                path: \.signUpsPerHour, range: ProjectRules.signUpRange),
            .init(
                name: "recentSignInSeconds", title: "A sign-in is recent for so many seconds",
                explanation: "Deleting an account, and changing its address or password, needs a recent sign-in.",
                path: \.recentSignInSeconds, range: ProjectRules.recentSignInRange),
        ])

    private static let passwords = SettingGroup(
        title: "Password policy",
        toggles: [
            .init(
                name: "policy", title: "In force", explanation: "Without it, a password needs six characters and nothing else.",
                path: \.passwordPolicy.isEnforced),
            .init(
                name: "policyLower", title: "Lower-case letter", explanation: "One has to occur.",
                path: \.passwordPolicy[requires: .lower]),
            .init(
                name: "policyUpper", title: "Capital letter", explanation: "One has to occur.", path: \.passwordPolicy[requires: .upper]),
            .init(name: "policyDigit", title: "Digit", explanation: "One has to occur.", path: \.passwordPolicy[requires: .digit]),
            .init(
                name: "policySymbol", title: "Other character", explanation: "One that is neither letter nor digit has to occur.",
                path: \.passwordPolicy[requires: .symbol]),
            .init(
                name: "policyUpgrade", title: "At sign-in too",
                explanation: "Whoever signs in with a password that does not follow the policy has to change it first.",
                path: \.passwordPolicy.forcesUpgradeAtSignIn),
        ],
        numbers: [
            .init(
                name: "policyMinimum", title: "Shortest length", explanation: "In characters.",
                path: \.passwordPolicy.minimumCharacters, range: PasswordPolicy.minimumRange)
        ])

    private static let earlierClients = SettingGroup(
        title: "Earlier generations",
        toggles: [
            .init(
                name: "legacyRoutes", title: "Original clients of Simple Login and Firebase 2.x",
                explanation:
                    "Their own addresses are answered. Such clients put passwords into addresses, and the project needs a database secret.",
                path: \.legacy.routes),
            .init(
                name: "reverseAuth", title: "Twitter accounts of a device",
                explanation: "Apps may sign in with the accounts in a device's own settings (reverse auth).", path: \.legacy.reverseAuth),
        ],
        numbers: [
            .init(
                name: "legacySessionSeconds", title: "Sessions of such clients last so many seconds", explanation: "0 is no end.",
                path: \.legacy.sessionSeconds, range: LegacySettings.sessionRange, knowsNoEnd: true)
        ])
}

extension PasswordPolicy {
    fileprivate subscript(requires kind: CharacterKind) -> Bool {
        get { requiredKinds.contains(kind) }
        set {
            if newValue { requiredKinds.insert(kind) } else { requiredKinds.remove(kind) }
        }
    }
}
