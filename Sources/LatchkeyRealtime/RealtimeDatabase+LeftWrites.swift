import Foundation
import LatchkeyRules
import LatchkeyTree

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
        do {
            let left = LeftWrites(client: client, requester: try requester.stored, writes: writes.mapValues { $0?.changes ?? [] })
            try await store.keep(left, in: term)
        } catch {
            throw error is DatabaseTermEnded ? .elsewhere : .unavailable
        }
    }

    /// Deletes the on-disconnect writes of a client after they were executed. If deleting fails, the next process executes them again.
    public func forgetLeftWrites(of client: String) async {
        try? await store.forgetLeftWrites(of: client, in: term)
    }

    /// Executes the on-disconnect writes of a previous process, because all of its clients are gone.
    func doLeftWrites() async throws {
        for left in try await store.leftWrites(in: id) {
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
            try await store.forgetLeftWrites(of: left.client, in: term)
        }
    }
}

extension Requester {
    private struct Stored: Codable {
        var isAdministrator: Bool
        var auth: AuthValue?
    }

    var stored: String {
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
    init(stored text: String) {
        guard let stored = try? JSONDecoder().decode(Stored.self, from: Data(text.utf8)) else {
            self = .nobody
            return
        }
        self = stored.isAdministrator ? .administrator : .user(stored.auth ?? .null)
    }
}
