/// Stores the hash parameters of imported passwords on behalf of administrators.
package struct HashConfigurationAdministration: Sendable {
    let store: any AccountStore
    let passwords: PasswordVault
    let now: WallClock

    /// Returns how hashes with some parameters are stored. Parameters that the project does not have yet are stored first.
    ///
    /// - Parameter parameters: The parameters, by the version of the hashes. New ones are numbered in this order.
    /// - Throws: ``HashParametersError``; ``ActRefusal`` with `noProject`.
    package func methods(
        for parameters: [(version: Int, parameters: HashParameters)], of project: ProjectID, by author: ActAuthor
    ) async throws -> [Int: PasswordHash.Method] {
        let instant = now()
        return try await store.administer(by: author, at: instant) { [passwords] transaction in
            let project = try transaction.administeredProject(project)
            let last = try transaction.lastHashConfiguration(of: project.id)
            var methods: [Int: PasswordHash.Method] = [:]
            for (version, parameters) in parameters {
                methods[version] = try passwords.method(for: parameters, of: project, at: instant, in: transaction)
            }
            let next = try transaction.lastHashConfiguration(of: project.id)
            guard next > last else { return (methods, nil) }
            let numbers = (last + 1...next).map(String.init).joined(separator: ", ")
            return (methods, AdministrativeAct(in: Realm(project: project.id), "hash configuration " + numbers))
        }
    }
}
