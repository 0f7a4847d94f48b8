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

    /// Executes the on-disconnect writes of a client at its end. Those that the store cannot take are executed when it is available again.
    ///
    /// - Parameters:
    ///   - writes: The writes in their order.
    ///   - client: The ID of the client's connection, whose stored writes are then deleted. If another node has the database by now, it
    ///     executes the stored ones.
    /// - Returns: After the first attempt.
    public func leave(_ writes: [WriteOperation], of client: String, by requester: Requester) async {
        var rest = writes
        guard await execute(&rest, by: requester) else { return }
        if rest.isEmpty { return await forgetLeftWrites(of: client) }
        Task { [rest] in
            var rest = rest
            while !rest.isEmpty {
                try await Task.sleep(for: Self.pauseBeforeRepeating)
                guard !hasEnded, await execute(&rest, by: requester) else { return }
            }
            await forgetLeftWrites(of: client)
        }
    }

    private static let pauseBeforeRepeating = Duration.seconds(1)

    /// Executes writes, of which those are left that the store could not take.
    ///
    /// - Returns: `false` if another node has the database.
    private func execute(_ writes: inout [WriteOperation], by requester: Requester) async -> Bool {
        guard !writes.isEmpty else { return true }
        let (results, continuation) = AsyncStream.makeStream(of: (index: Int, error: DatabaseError?).self)
        for (index, write) in writes.enumerated() {
            submit(write, by: requester, evenIfBusy: true) { result in
                switch result {
                case .success: continuation.yield((index, nil))
                case .failure(let error): continuation.yield((index, error))
                }
            }
        }
        var failed: [Int] = []
        var isElsewhere = false
        for await (index, error) in results.prefix(writes.count) {
            if error == .unavailable { failed.append(index) }
            if error == .elsewhere { isElsewhere = true }
        }
        let rest = failed.sorted().map { writes[$0] }
        writes = rest
        return !isElsewhere
    }

    /// Executes the stored on-disconnect writes of clients that are gone.
    ///
    /// - Throws: `DatabaseError`, or an error of the store. Those that are left are executed when the database is opened again.
    public func doLeftWrites() async throws {
        var done: [String: Set<Int>] = [:]
        try await doLeftWrites(of: nil, &done)
    }

    /// Executes the stored on-disconnect writes of clients that are gone, and tries again while the store is not available.
    ///
    /// - Parameters:
    ///   - clients: The IDs of their connections.
    ///   - onFailure: Called before each further attempt, with the error of the last one. It may throw to give up.
    /// - Throws: An error if they could not be executed. Those that are left are executed when the database is opened again.
    package func doLeftWrites(of clients: Set<String>, onFailure: (any Error) throws -> Void) async throws {
        var done: [String: Set<Int>] = [:]
        while true {
            do {
                return try await doLeftWrites(of: clients, &done)
            } catch  where mayRepeat(after: error) {
                try onFailure(error)
                try await Task.sleep(for: Self.pauseBeforeRepeating)
            }
        }
    }

    private func mayRepeat(after error: any Error) -> Bool {
        if hasEnded || error is DatabaseTermEnded { return false }
        return (error as? DatabaseError).map { $0 == .unavailable } ?? true
    }

    /// - Parameters:
    ///   - clients: The IDs of their connections; `nil` for all, those of a previous process.
    ///   - done: The numbers of the writes of each client that were executed.
    private func doLeftWrites(of clients: Set<String>?, _ done: inout [String: Set<Int>]) async throws {
        guard let home else { throw DatabaseError.elsewhere }
        for left in try await home.store.leftWrites(in: id) where clients?.contains(left.client) ?? true {
            let requester = Requester(stored: left.requester)
            for (number, changes) in left.writes.sorted(by: { $0.key < $1.key }) where done[left.client]?.contains(number) != true {
                guard let operation = WriteOperation.left(changes) else { continue }
                // The current rules apply, as at the end of a connection.
                do throws(DatabaseError) {
                    _ = try await write(operation, by: requester, evenIfBusy: true)
                } catch  where error == .unavailable || error == .elsewhere {
                    throw error
                } catch {}
                done[left.client, default: []].insert(number)
            }
            try await home.store.forgetLeftWrites(of: left.client, in: home.term)
        }
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
