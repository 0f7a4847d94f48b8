#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

public protocol HashConfigurationReading {
    func hashConfiguration(_ number: Int, of project: ProjectID) throws -> HashConfiguration?
    /// By number.
    func hashConfigurations(of project: ProjectID) throws -> [HashConfiguration]
    /// Those that some account's password needs, by number.
    func hashConfigurationsInUse(of project: ProjectID) throws -> [HashConfiguration]
    /// The highest number that a configuration of the project ever had, gone ones included; 0 before the first. Accounts, exports and
    /// files of parameters name a number for longer than its configuration is there.
    func lastHashConfiguration(of project: ProjectID) throws -> Int
}

public protocol HashConfigurationWriting: HashConfigurationReading {
    /// - Throws: ``StoreConflict`` when the number is taken.
    func insert(_ configuration: HashConfiguration) throws
    /// An import is about to refer to a configuration, which therefore stays for a while although no account does yet.
    ///
    /// - Returns: Whether the configuration is there.
    func setHashConfigurationNeeded(_ number: Int, of project: ProjectID, at now: Date) throws -> Bool
}
