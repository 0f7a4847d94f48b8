import Foundation
import LatchkeyIdentity

extension MemoryTransaction {
    func hashConfiguration(_ number: Int, of project: ProjectID) throws -> HashConfiguration? {
        state.hashConfigurations.first { $0.number == number && $0.project == project }
    }

    func hashConfigurations(of project: ProjectID) throws -> [HashConfiguration] {
        state.hashConfigurations.filter { $0.project == project }.sorted { $0.number < $1.number }
    }

    func hashConfigurationsInUse(of project: ProjectID) throws -> [HashConfiguration] {
        try hashConfigurations(of: project).filter(isInUse)
    }

    func lastHashConfiguration(of project: ProjectID) throws -> Int { state.lastHashConfigurations[project] ?? 0 }

    func insert(_ configuration: HashConfiguration) throws {
        try requireProject(configuration.project)
        try require(try hashConfiguration(configuration.number, of: configuration.project) == nil, .other, "the number is taken")
        state.hashConfigurations.append(configuration)
        let last = try lastHashConfiguration(of: configuration.project)
        state.lastHashConfigurations[configuration.project] = max(last, configuration.number)
    }

    func setHashConfigurationNeeded(_ number: Int, of project: ProjectID, at now: Date) throws -> Bool {
        let found = state.hashConfigurations.firstIndex { $0.number == number && $0.project == project }
        guard let found else { return false }
        let stored = state.hashConfigurations[found]
        state.hashConfigurations[found] = HashConfiguration(
            project: project, number: number, sealedParameters: stored.sealedParameters, createdAt: stored.createdAt,
            neededAt: max(stored.neededAt, now))
        return true
    }

    func isInUse(_ configuration: HashConfiguration) -> Bool {
        state.accounts.values.contains {
            $0.realm.project == configuration.project && $0.password?.configuration == configuration.number
        }
    }
}
