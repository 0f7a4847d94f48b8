extension ProjectID {
    /// The project of the console's administrators.
    ///
    /// Administrators are ordinary accounts, so passwords, second factors, sessions, rate limits and the audit log work as for users. The
    /// id is not valid elsewhere (``isValid(_:)``), and the project has no API key, so its accounts are reachable through the console only.
    public static let console: Self = "_console"
}

/// The settings of the console's project.
enum ConsoleProject {
    /// The maximum length of a console session, in seconds.
    static let sessionSeconds = 12 * 3600

    static var settings: ProjectSettings {
        ProjectSettings(
            anonymousSignIn: false, totpSecondFactor: true, signUp: false, recentSignInSeconds: 900,
            passwordPolicy: PasswordPolicy(minimumCharacters: 12, isEnforced: true))
    }
}
