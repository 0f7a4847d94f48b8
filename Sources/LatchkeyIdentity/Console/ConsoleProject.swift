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

extension ProjectSetup {
    /// Returns the console's project, which is created at the first start.
    public func consoleProject() async throws -> Project {
        if let project = try await store.read({ try $0.project(.console) }) { return project }
        let project = try made(.console, displayName: "Console", settings: ConsoleProject.settings, authorizedDomains: [])
        try await store.write { try $0.insert(project) }
        return project
    }
}
