public import Foundation

/// Read access to the parameters of imported password hashes.
public protocol HashConfigurationReading {
    /// Returns the configuration with a number.
    func hashConfiguration(_ number: Int, of project: ProjectID) throws -> HashConfiguration?
    /// Returns the configurations of a project, sorted by number.
    func hashConfigurations(of project: ProjectID) throws -> [HashConfiguration]
    /// Returns the configurations that passwords of existing accounts need, sorted by number.
    func hashConfigurationsInUse(of project: ProjectID) throws -> [HashConfiguration]
    /// Returns the highest number that a configuration of the project ever had, including deleted ones; 0 before the first. Accounts,
    /// exports and parameter files can name a number after its configuration was deleted.
    func lastHashConfiguration(of project: ProjectID) throws -> Int
}

/// Write access to the parameters of imported password hashes.
public protocol HashConfigurationWriting: HashConfigurationReading {
    /// Inserts a configuration.
    ///
    /// - Throws: ``StoreConflict`` if the number is taken.
    func insert(_ configuration: HashConfiguration) throws
    /// Extends the retention of a configuration, because an import is about to refer to it.
    ///
    /// - Returns: Whether the configuration exists.
    func setHashConfigurationNeeded(_ number: Int, of project: ProjectID, at now: Date) throws -> Bool
}
