import Foundation
import LatchkeyRules
package import LatchkeyTree

/// On-disconnect writes of clients. They are stored before they are confirmed to the client; the next process executes them if this one
/// cannot.
extension RealtimeDatabase {
    /// Stores the on-disconnect writes of a client; see ``TreeStore/keep(_:in:)``.
    ///
    /// - Parameters:
    ///   - writes: The writes by their order; `nil` for canceled ones.
    ///   - client: The ID of the client's connection.
    ///   - requester: The identity with which the writes are executed.
    /// - Throws: `DatabaseError.unavailable` if they cannot be stored, or `elsewhere`.
    public func keep(_ writes: [Int: WriteOperation?], of client: String, by requester: Requester) async throws(DatabaseError) {
        try await keep(writes.mapValues { $0?.changes ?? [] }, of: client, by: requester)
    }

    /// Stores the changes of on-disconnect writes by the order of the writes; none for canceled ones.
    package func keep(_ writes: [Int: [TreeChange]], of client: String, by requester: Requester) async throws(DatabaseError) {
        try await owner.keep(writes, of: client, by: requester)
    }

    /// Deletes the on-disconnect writes of a client after they were executed. If deleting fails, the next process executes them again.
    public func forgetLeftWrites(of client: String) async {
        await owner.forgetLeftWrites(of: client)
    }

    /// Executes the stored on-disconnect writes of clients that are gone.
    ///
    /// - Parameter clients: The IDs of their connections; `nil` for all, those of a previous process.
    /// - Throws: `DatabaseError`, or an error of the store. Those that are left are executed when the database is opened again.
    public func doLeftWrites(of clients: Set<String>? = nil) async throws {
        guard let home else { throw DatabaseError.elsewhere }
        for left in try await home.store.leftWrites(in: id) where clients?.contains(left.client) ?? true {
            let requester = Requester(stored: left.requester)
            for (_, changes) in left.writes.sorted(by: { $0.key < $1.key }) {
                guard let operation = WriteOperation.left(changes) else { continue }
                // The current rules apply, as at the end of a connection.
                do throws(DatabaseError) {
                    _ = try await write(operation, by: requester, evenIfBusy: true)
                } catch  where error == .unavailable || error == .elsewhere {
                    throw error
                } catch {}
            }
            try await home.store.forgetLeftWrites(of: left.client, in: home.term)
        }
    }

    /// Executes the stored on-disconnect writes of a client that is gone, in the background, because the store was not available.
    public func repeatLeftWrites(of client: String) { owner.repeatLeftWrites(of: client, in: self) }

    /// Executes the stored on-disconnect writes of clients that are gone, and tries again while the store is not available.
    ///
    /// - Parameter onFailure: Called before each further attempt, with the error of the last one. It may throw to give up.
    /// - Throws: An error if they could not be executed. Those that are left are executed when the database is opened again.
    package func doLeftWritesPatiently(of clients: Set<String>, onFailure: (any Error) throws -> Void = { _ in }) async throws {
        while true {
            do {
                return try await doLeftWrites(of: clients)
            } catch  where mayRepeat(after: error) {
                try onFailure(error)
                try await Task.sleep(for: Self.pauseBeforeRepeating)
            }
        }
    }

    private static let pauseBeforeRepeating = Duration.seconds(1)

    private func mayRepeat(after error: any Error) -> Bool {
        if hasEnded || error is DatabaseTermEnded { return false }
        return (error as? DatabaseError).map { $0 == .unavailable } ?? true
    }
}

extension Requester {
    private struct Stored: Codable {
        var isAdministrator: Bool
        var auth: AuthValue?
    }

    /// The requester as text.
    package var stored: String {
        get throws {
            let stored =
                switch self {
                case .administrator: Stored(isAdministrator: true)
                case .user(let auth): Stored(isAdministrator: false, auth: auth)
                }
            return String(decoding: try JSONEncoder().encode(stored), as: UTF8.self)
        }
    }

    /// Decodes a requester. Text that cannot be decoded results in a client that is not signed in.
    package init(stored text: String) {
        guard let stored = try? JSONDecoder().decode(Stored.self, from: Data(text.utf8)) else {
            self = .nobody
            return
        }
        self = stored.isAdministrator ? .administrator : .user(stored.auth ?? .null)
    }
}
