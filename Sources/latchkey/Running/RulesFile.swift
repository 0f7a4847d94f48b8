import Foundation
import LatchkeyRealtime
import LatchkeyRules
import Logging
import ServiceLifecycle

/// Security Rules from a file, which are reloaded when the file changes.
struct RulesFile: Sendable {
    let path: String
    private let rules: SecurityRules
    private let stamp: FileStamp?

    /// - Throws: ``Failure`` with all problems, each with its line and a caret.
    init(_ path: String) throws {
        self.path = path
        // Taken before reading, so that changes during reading are detected later.
        stamp = FileStamp(of: path)
        rules = try TextFile(path).rules()
    }

    /// Installs the rules in a database.
    ///
    /// - Returns: The watcher that reloads the file.
    func install(in database: RealtimeDatabase, logger: Logger) async throws -> RulesWatch {
        if database.rules.text != rules.text { try await database.replace(rules: rules, by: "the file \(path)") }
        tellWarnings(to: logger)
        return RulesWatch(path: path, stamp: stamp, database: database, logger: logger)
    }

    private func tellWarnings(to logger: Logger) {
        for warning in rules.warnings { logger.warning("Warning in the Security Rules: \(warning.rendered(file: path))") }
    }
}

/// Checks a rules file for changes once a second. If the new rules are invalid, the old ones stay active.
struct RulesWatch: Service, CustomStringConvertible {
    /// The name in logs.
    var description: String { "rules watch" }

    let path: String
    let stamp: FileStamp?
    let database: RealtimeDatabase
    let logger: Logger

    private static let interval = Duration.seconds(1)

    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown { try await follow() }
        } catch is CancellationError {
            // The server is shutting down.
        }
    }

    private func follow() async throws {
        var known = stamp
        while true {
            try await Task.sleep(for: Self.interval)
            let present = FileStamp(of: path)
            guard present != known else { continue }
            known = present
            do {
                let file = try RulesFile(path)
                _ = try await file.install(in: database, logger: logger)
                logger.info("Reloaded the Security Rules", metadata: ["file": "\(path)"])
            } catch let error as Failure {
                logger.error("The Security Rules were not changed: \(error.description)")
            } catch {
                logger.error("The Security Rules were not changed, because they could not be stored", metadata: ["cause": "\(error)"])
                // The file is valid, so retry.
                known = nil
            }
        }
    }
}
