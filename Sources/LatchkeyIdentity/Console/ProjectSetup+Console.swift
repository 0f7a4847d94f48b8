extension ProjectSetup {
    /// Returns the console's project, which is created at the first start.
    public func consoleProject() async throws -> Project {
        if let project = try await store.read({ try $0.project(.console) }) { return project }
        let project = try made(.console, displayName: "Console", settings: ConsoleProject.settings, authorizedDomains: [])
        try await store.write { try $0.insert(project) }
        return project
    }
}
