package import LatchkeyTree
public import Logging
import Synchronization

/// Logs trouble with other nodes: once in ten seconds for each node, because a node that fails would otherwise write a line for each request.
public final class NodeLog: Sendable {
    private let logger: Logger
    private let last = Mutex<[String: ContinuousClock.Instant]>([:])

    private static let interval = Duration.seconds(10)

    /// Creates a log.
    public init(_ logger: Logger) {
        self.logger = logger
    }

    /// Logs a warning.
    package func warn(_ message: Logger.Message, _ other: DatabaseOfAnotherNode, cause: any Error) {
        let isDue = last.withLock { last in
            let now = ContinuousClock.now
            guard last[other.node].map({ $0.duration(to: now) >= Self.interval }) ?? true else { return false }
            last[other.node] = now
            return true
        }
        guard isDue else { return }
        logger.warning(
            message, metadata: ["node": "\(other.node)", "address": "\(other.address)", "cause": "\(cause)"])
    }

    /// Logs the begin or the end of following a database.
    func note(_ message: Logger.Message, _ other: DatabaseOfAnotherNode, cause: (any Error)? = nil) {
        var metadata: Logger.Metadata = ["node": "\(other.node)", "database": "\(other.database)"]
        if let cause { metadata["cause"] = "\(cause)" }
        logger.info(message, metadata: metadata)
    }
}
