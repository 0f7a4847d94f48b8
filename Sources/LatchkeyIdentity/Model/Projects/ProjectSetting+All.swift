/// Settings that belong together.
package struct ProjectSettingGroup: Sendable {
    package let title: String
    package let settings: [ProjectSetting]
}

extension ProjectSetting {
    /// All settings, in the order in which they are shown.
    package static let all = groups.flatMap(\.settings)

    /// The groups of settings, in the order in which they are shown.
    package static let groups = [methods, secondFactors, accounts, passwords, legacyClients]

    /// Returns the setting of a name.
    package static func named(_ name: String) -> ProjectSetting? { all.first { $0.name == name } }

    package static let methods = ProjectSettingGroup(
        title: "Sign-in methods",
        settings: [
            .init(
                "passwordSignIn", "E-mail and password", "Allow sign-in with an e-mail address and a password.", .flag(\.passwordSignIn)),
            .init(
                "emailLinkSignIn", "E-mail link", "Allow sign-in with a link that is sent by e-mail. Requires a mail server.",
                .flag(\.emailLinkSignIn)),
            .init(
                "anonymousSignIn", "Anonymous",
                "Allow apps to create accounts without credentials. Linking a credential makes the account permanent.",
                .flag(\.anonymousSignIn)),
            .init(
                "phoneSignIn", "Phone", "Allow sign-in with a code that is sent by text message. Requires a text message service.",
                .flag(\.phoneSignIn)),
            .init(
                "smsPerDay", "Text messages per day",
                "Limits sign-in and second-factor messages, counted separately. 0 means no limit.",
                .number(\.smsPerDay, .init(0...10_000_000, zeroMeans: "no limit")), isOperators: true),
        ])

    package static let secondFactors = ProjectSettingGroup(
        title: "Second factors",
        settings: [
            .init(
                "totpSecondFactor", "Authenticator app", "Allow TOTP (authenticator app) as a second factor.", .flag(\.totpSecondFactor)),
            .init("smsSecondFactor", "Text message", "Allow text messages to a phone as a second factor.", .flag(\.smsSecondFactor)),
        ])

    package static let accounts = ProjectSettingGroup(
        title: "Accounts",
        settings: [
            .init("signUp", "Sign-up", "Allow users to sign up. If off, only administrators create accounts.", .flag(\.signUp)),
            .init(
                "oneAccountPerEmail", "One account per e-mail address",
                "Use one account per address across all providers. If off, each identity can have its own account.",
                .flag(\.oneAccountPerEmail)),
            .init(
                "enumerationProtection", "Enumeration protection", "Responses do not reveal which addresses have an account.",
                .flag(\.enumerationProtection)),
            .init(
                "newNetworkMails", "New network alerts",
                "Send users with a verified address an e-mail when a session is used from a new network. Requires a mail server.",
                .flag(\.newNetworkMails)),
            .init(
                "signUpsPerHour", "Sign-ups per hour and network", "0 means no limit.",
                .number(\.signUpsPerHour, .init(0...1_000_000, zeroMeans: "no limit")), isOperators: true),
            .init(
                "recentSignInSeconds", "Recent sign-in (seconds)",
                "Deleting an account or changing its address or password requires a sign-in within this time.",
                .number(\.recentSignInSeconds, .init(0...86_400)), isOperators: true),
            .init(
                "keepEventsDays", "Events are kept (days)",
                "Older events of the audit log are deleted. 0 means as long as the server's setting keep-events says.",
                .number(\.keepEventsDays, .init(0...36_500, zeroMeans: "the server's setting")), isOperators: true),
            .init(
                "deleteDataPaths", "Data deleted with an account",
                "Paths in the project's databases, separated by commas, such as /users/{UID}. They are removed when an account is deleted. "
                    + "Empty for none.", .paths(\.deletedDataPaths)),
        ])

    /// The password policy. The command and Google's resource describe it as one value.
    package static let passwords = ProjectSettingGroup(
        title: "Password policy",
        settings: [
            .init("policy", "Enforce the policy", "If off, passwords only need at least 6 characters.", .flag(\.passwordPolicy.isEnforced)),
            .init("policyLower", "Lowercase letter", "At least one.", .flag(\.passwordPolicy[requires: .lower])),
            .init("policyUpper", "Uppercase letter", "At least one.", .flag(\.passwordPolicy[requires: .upper])),
            .init("policyDigit", "Digit", "At least one.", .flag(\.passwordPolicy[requires: .digit])),
            .init(
                "policySymbol", "Special character", "At least one that is not a letter or digit.",
                .flag(\.passwordPolicy[requires: .symbol])),
            .init(
                "policyUpgrade", "Enforce at sign-in",
                "Users whose password does not meet the policy must change it before they can sign in.",
                .flag(\.passwordPolicy.forcesUpgradeAtSignIn)),
            .init(
                "policyMinimum", "Minimum length", "In characters.",
                .number(\.passwordPolicy.minimumCharacters, .init(PasswordPolicy.minimumRange))),
            .init(
                "policyMaximum", "Maximum length", "In characters.",
                .number(
                    \.passwordPolicy.maximumCharacters, .init(PasswordPolicy.minimumRange.lowerBound...PasswordPolicy.maximumBytes))),
        ])

    package static let legacyClients = ProjectSettingGroup(
        title: "Legacy clients",
        settings: [
            .init(
                "legacyRoutes", "Simple Login and Firebase 2.x clients",
                "Serve the endpoints of these clients. They send passwords in URLs, and the project needs a database secret.",
                .flag(\.legacy.routes), isOperators: true),
            .init(
                "reverseAuth", "Twitter accounts on the device",
                "Allow apps to sign in with the accounts in the device settings (reverse auth).", .flag(\.legacy.reverseAuth),
                isOperators: true),
            .init(
                "legacySessionSeconds", "Session duration of legacy clients (seconds)", "0 means no expiry.",
                .number(\.legacy.sessionSeconds, .init(LegacySettings.sessionRange, zeroMeans: "no limit")), isOperators: true),
        ])

    /// Whether the setting is part of the password policy.
    package var isPartOfPasswordPolicy: Bool { Self.passwords.settings.contains { $0.name == name } }
}

extension PasswordPolicy {
    fileprivate subscript(requires kind: CharacterKind) -> Bool {
        get { requiredKinds.contains(kind) }
        set {
            if newValue { requiredKinds.insert(kind) } else { requiredKinds.remove(kind) }
        }
    }
}
