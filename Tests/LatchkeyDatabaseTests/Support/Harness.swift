import LatchkeyTree
import Synchronization

@testable import LatchkeyDatabase

/// A database with the test as its server, and the events that observers received.
struct Harness {
    let server = ScriptedConnection()
    let database: Database
    let log = Log()
    /// The local time, in milliseconds since 1970.
    static let now = 1_700_000_000_000.0

    init(environment change: (inout Repo.Environment) -> Void = { _ in }) {
        var environment = Repo.Environment()
        environment.now = { Self.now }
        // Timers do not fire unless a test lets them.
        environment.background = { $0() }
        environment.sleep = { _ in try await Task.sleep(for: .seconds(3600)) }
        environment.warn = { [log] in log.add("warning: \($0)") }
        change(&environment)
        database = Database(connection: server, url: "https://db.example.com", environment: environment)
    }

    func ref(_ path: String) -> DatabaseReference { database.reference(withPath: path) }

    /// Returns the events since the last call, in order.
    func told() async -> [String] {
        await database.settled()
        return log.take()
    }

    /// Records every event of an observer of the query, each line with the name.
    @discardableResult
    func observe(_ name: String, _ query: DatabaseQuery, _ types: [DataEventType] = [.value]) -> [DatabaseHandle] {
        types.map { type in
            query.observe(
                type,
                andPreviousSiblingKeyWith: { [log] snapshot, previous in
                    log.add("\(name) \(Self.line(type, snapshot, previous))")
                },
                withCancel: { [log] error in log.add("\(name) canceled: \(error.databaseCode)") })
        }
    }

    static func line(_ type: DataEventType, _ snapshot: DataSnapshot, _ previous: String?) -> String {
        switch type {
        case .value: snapshot.node.json(.export)
        case .childRemoved: "- \(snapshot.key) \(snapshot.node.json(.export))"
        case .childAdded: "+ \(snapshot.key) \(snapshot.node.json(.export)) after \(previous ?? "nothing")"
        case .childMoved: "> \(snapshot.key) \(snapshot.node.json(.export)) after \(previous ?? "nothing")"
        case .childChanged: "= \(snapshot.key) \(snapshot.node.json(.export)) after \(previous ?? "nothing")"
        }
    }

    static let children: [DataEventType] = [.childAdded, .childRemoved, .childChanged, .childMoved]
    static let everything = children + [.value]

    /// Returns a completion that records the outcome.
    func report(_ name: String) -> DatabaseReference.WriteCompletion {
        { [log] error, _ in log.add("\(name) \(error.map { "failed: \($0.databaseCode)" } ?? "ok")") }
    }
}

final class Log: Sendable {
    private let lines = Mutex<[String]>([])

    func add(_ line: String) { lines.withLock { $0.append(line) } }

    func take() -> [String] {
        lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }
}

extension Database {
    /// Waits until all pending events are delivered.
    func settled() async {
        await withCheckedContinuation { continuation in repo.main.send { continuation.resume() } }
    }
}

extension DatabaseReference {
    /// In asynchronous functions, Swift prefers the asynchronous overloads; these wrappers call the others.
    func write(_ value: Any?) { setValue(value) }
    func remove() { removeValue() }
    func write(priority: Any?) { setPriority(priority) }
    func update(_ values: [AnyHashable: Any]) { updateChildValues(values) }
    func transaction(_ block: @escaping @Sendable (MutableData) -> TransactionResult) { runTransactionBlock(block) }
}

extension ScriptedConnection {
    /// The receiver of server messages, even before the first request.
    func startedReceiver(_ harness: Harness) throws -> any ServerReceiver {
        harness.database.repo.change { _, _ in }
        return try receiver()
    }
}
