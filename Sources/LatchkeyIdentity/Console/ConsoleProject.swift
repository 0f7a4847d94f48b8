extension ProjectID {
    /// The project whose accounts may open the console.
    ///
    /// Administrators are accounts like others, so that passwords, second factors, sessions, limits and the record of events are the same for
    /// them. No text that names a project elsewhere is this name (``isValid(_:)``), and the project has no API key: nothing but the console
    /// leads to its accounts.
    public static let console: Self = "_console"
}

/// What holds for administrators.
enum ConsoleProject {
    /// How long somebody stays signed in to the console at the most, in seconds.
    static let sessionSeconds = 12 * 3600

    static var settings: ProjectSettings {
        ProjectSettings(
            anonymousSignIn: false, totpSecondFactor: true, signUp: false, recentSignInSeconds: 900,
            passwordPolicy: PasswordPolicy(minimumCharacters: 12, isEnforced: true))
    }
}

extension ProjectSetup {
    /// The console's project, which is made at the first start.
    public func consoleProject() async throws -> Project {
        if let project = try await store.read({ try $0.project(.console) }) { return project }
        let project = try made(.console, displayName: "Console", settings: ConsoleProject.settings, authorizedDomains: [])
        try await store.write { try $0.insert(project) }
        return project
    }
}
