import LatchkeyAdministrationAPI
import LatchkeyIdentity

extension SettingGroup {
    /// The sign-in settings of a project, in display order.
    static let all = [methods, secondFactors, accounts, passwords, earlierClients]

    private static let methods = SettingGroup(
        title: "Sign-in methods",
        toggles: [
            .init(
                name: "passwordSignIn", title: "E-mail and password", explanation: "Allow sign-in with an e-mail address and a password.",
                path: \.passwordSignIn),
            .init(
                name: "emailLinkSignIn", title: "E-mail link",
                explanation: "Allow sign-in with a link that is sent by e-mail. Requires a mail server.",
                path: \.emailLinkSignIn),
            .init(
                name: "anonymousSignIn", title: "Anonymous",
                explanation: "Allow apps to create accounts without credentials. Linking a credential makes the account permanent.",
                path: \.anonymousSignIn),
            .init(
                name: "phoneSignIn", title: "Phone",
                explanation: "Allow sign-in with a code that is sent by text message. Requires a text message service.",
                path: \.phoneSignIn),
        ],
        numbers: [
            .init(
                name: "smsPerDay", title: "Text messages per day",
                explanation: "Limits sign-in and second-factor messages, counted separately. 0 means no limit.", path: \.smsPerDay,
                range: ProjectRules.smsRange)
        ])

    private static let secondFactors = SettingGroup(
        title: "Second factors",
        toggles: [
            .init(
                name: "totpSecondFactor", title: "Authenticator app",
                explanation: "Allow TOTP (authenticator app) as a second factor.", path: \.totpSecondFactor),
            .init(
                name: "smsSecondFactor", title: "Text message",
                explanation: "Allow text messages to a phone as a second factor.", path: \.smsSecondFactor),
        ])

    private static let accounts = SettingGroup(
        title: "Accounts",
        toggles: [
            .init(
                name: "signUp", title: "Sign-up", explanation: "Allow users to sign up. If off, only administrators create accounts.",
                path: \.signUp),
            .init(
                name: "oneAccountPerEmail", title: "One account per e-mail address",
                explanation: "Use one account per address across all providers. If off, each identity can have its own account.",
                path: \.oneAccountPerEmail),
            .init(
                name: "enumerationProtection", title: "Enumeration protection",
                explanation: "Responses do not reveal which addresses have an account.", path: \.enumerationProtection),
            .init(
                name: "newNetworkMails", title: "New network alerts",
                explanation: "Send users an e-mail when a session is used from a new network. Requires a mail server.",
                path: \.newNetworkMails),
        ],
        numbers: [
            .init(
                name: "signUpsPerHour", title: "Sign-ups per hour and network", explanation: "0 means no limit.",
                path: \.signUpsPerHour, range: ProjectRules.signUpRange),
            .init(
                name: "recentSignInSeconds", title: "Recent sign-in (seconds)",
                explanation: "Deleting an account or changing its address or password requires a sign-in within this time.",
                path: \.recentSignInSeconds, range: ProjectRules.recentSignInRange),
        ])

    private static let passwords = SettingGroup(
        title: "Password policy",
        toggles: [
            .init(
                name: "policy", title: "Enforce the policy", explanation: "If off, passwords only need at least 6 characters.",
                path: \.passwordPolicy.isEnforced),
            .init(
                name: "policyLower", title: "Lowercase letter", explanation: "At least one.",
                path: \.passwordPolicy[requires: .lower]),
            .init(
                name: "policyUpper", title: "Uppercase letter", explanation: "At least one.", path: \.passwordPolicy[requires: .upper]),
            .init(name: "policyDigit", title: "Digit", explanation: "At least one.", path: \.passwordPolicy[requires: .digit]),
            .init(
                name: "policySymbol", title: "Special character", explanation: "At least one that is not a letter or digit.",
                path: \.passwordPolicy[requires: .symbol]),
            .init(
                name: "policyUpgrade", title: "Enforce at sign-in",
                explanation: "Users whose password does not meet the policy must change it before they can sign in.",
                path: \.passwordPolicy.forcesUpgradeAtSignIn),
        ],
        numbers: [
            .init(
                name: "policyMinimum", title: "Minimum length", explanation: "In characters.",
                path: \.passwordPolicy.minimumCharacters, range: PasswordPolicy.minimumRange)
        ])

    private static let earlierClients = SettingGroup(
        title: "Legacy clients",
        toggles: [
            .init(
                name: "legacyRoutes", title: "Simple Login and Firebase 2.x clients",
                explanation:
                    "Serve the endpoints of these clients. They send passwords in URLs, and the project needs a database secret.",
                path: \.legacy.routes),
            .init(
                name: "reverseAuth", title: "Twitter accounts on the device",
                explanation: "Allow apps to sign in with the accounts in the device settings (reverse auth).", path: \.legacy.reverseAuth),
        ],
        numbers: [
            .init(
                name: "legacySessionSeconds", title: "Session duration of legacy clients (seconds)", explanation: "0 means no expiry.",
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
