public import Foundation

/// A project that was removed. The store keeps it until its last event is deleted.
public struct RemovedProject: Sendable, Equatable {
    /// The ID of the project.
    public let id: ProjectID
    /// The time at which the removal began.
    public let removedAt: Date
    /// The time at which everything was removed except the events; `nil` before, while the ID is still taken.
    public let finishedAt: Date?

    /// Creates the record of a removal from its stored values.
    public init(id: ProjectID, removedAt: Date, finishedAt: Date? = nil) {
        self.id = id
        self.removedAt = removedAt
        self.finishedAt = finishedAt
    }
}

/// Read access to the removal of projects.
public protocol RemovalReading {
    /// Returns the removed projects sorted by id, including those whose removal is not finished.
    func removedProjects() throws -> [RemovedProject]
    /// Returns accounts of a project in all of its tenants, in no particular order, also while the project is being removed.
    func accountReferences(of project: ProjectID, limit: Int) throws -> [AccountReference]
    /// Returns the number of accounts of a project in all of its tenants.
    func accountCount(of project: ProjectID) throws -> Int
    /// Returns whether a deletion has work left for an account with this UID, in any tenant of the project: their users share the data.
    func hasErasure(of account: AccountID, in project: ProjectID) throws -> Bool
    /// Returns whether a deletion of any account of the project has work left.
    func hasErasures(in project: ProjectID) throws -> Bool
}

/// Write access to the removal of projects.
public protocol RemovalWriting: RemovalReading {
    /// Begins to remove a project: ``StoreReading/project(_:)`` and ``StoreReading/projects()`` do not return it any more. Its ID stays taken.
    ///
    /// - Returns: Whether the project existed.
    func beginRemoval(of project: ProjectID, at now: Date) throws -> Bool
    /// Removes rows of a project that is being removed, except its accounts, databases and events.
    ///
    /// - Returns: The number of removed rows; 0 when none is left.
    func removeRows(of project: ProjectID, limit: Int) throws -> Int
    /// Removes the paths from events of writes to the databases of a project, because they may contain UIDs.
    ///
    /// - Returns: The number of changed events.
    func removeWritePaths(of project: ProjectID, limit: Int) throws -> Int
    /// Finishes the removal of a project, which frees its ID. Its events stay.
    ///
    /// - Returns: `false` if accounts, databases or the work after deletions are left, or if it is not being removed. Then nothing changes.
    func endRemoval(of project: ProjectID, at now: Date) throws -> Bool
    /// Forgets a project whose removal is finished and that has no events.
    func forgetRemovedProject(_ project: ProjectID) throws
}
