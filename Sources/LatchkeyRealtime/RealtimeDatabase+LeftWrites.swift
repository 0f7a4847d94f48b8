import LatchkeyRules
import LatchkeyTree

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What clients leave for the end of their connections. It is kept before they are told so, and done by the next process where this one
/// does not come to it.
extension RealtimeDatabase {
    /// Keeps what a client leaves; see ``TreeStore/keep(_:in:)``.
    ///
    /// - Parameter writes: by their turn; nil for what is left no more.
    /// - Throws: `DatabaseError.unavailable` where it cannot be kept.
    public func keep(_ writes: [Int: WriteOperation?], of client: String, by requester: Requester) async throws(DatabaseError) {
        do {
            let left = LeftWrites(client: client, requester: try requester.stored, writes: writes.mapValues { $0?.changes ?? [] })
            try await store.keep(left, in: id)
        } catch {
            throw .unavailable
        }
    }

    /// Forgets what a client left, once it was done. What cannot be forgotten is done once more by the next process.
    public func forgetLeftWrites(of client: String) async {
        try? await store.forgetLeftWrites(of: client, in: id)
    }

    /// Does what clients of a former process left: they are all gone.
    func doLeftWrites() async throws {
        for left in try await store.leftWrites(in: id) {
            let requester = Requester(stored: left.requester)
            for (_, changes) in left.writes.sorted(by: { $0.key < $1.key }) {
                guard let operation = WriteOperation.left(changes) else { continue }
                // What the rules deny by now is denied, as at the end of a connection.
                do throws(DatabaseError) {
                    _ = try await write(operation, by: requester, evenIfBusy: true)
                } catch .unavailable {
                    throw DatabaseError.unavailable
                } catch {}
            }
            try await store.forgetLeftWrites(of: left.client, in: id)
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

    /// Text that cannot be read stands for a client that is not signed in.
    init(stored text: String) {
        guard let stored = try? JSONDecoder().decode(Stored.self, from: Data(text.utf8)) else {
            self = .nobody
            return
        }
        self = stored.isAdministrator ? .administrator : .user(stored.auth ?? .null)
    }
}
