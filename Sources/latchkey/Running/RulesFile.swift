import Foundation
import LatchkeyRealtime
import LatchkeyRules
import Logging
import ServiceLifecycle

/// Security Rules that stand in a file beside the server: the file says what holds, as soon as it changes.
struct RulesFile: Sendable {
    let path: String
    private let rules: SecurityRules
    private let stamp: Stamp?

    /// - Throws: ``Failure`` with every problem, its line and a caret under it.
    init(_ path: String) throws {
        self.path = path
        // Before it is read: what changes while it is read is noticed afterwards.
        stamp = Stamp(of: path)
        rules = try TextFile(path).rules()
    }

    /// Makes its rules those of a database.
    ///
    /// - Returns: what follows the file from then on.
    func install(in database: RealtimeDatabase, logger: Logger) async throws -> RulesWatch {
        if database.rules.text != rules.text { try await database.replace(rules: rules, by: "the file \(path)") }
        tellWarnings(to: logger)
        return RulesWatch(path: path, stamp: stamp, database: database, logger: logger)
    }

    private func tellWarnings(to logger: Logger) {
        for warning in rules.warnings { logger.warning("in the rules: \(warning.rendered(file: path))") }
    }
}

/// Looks once a second whether a file with rules is another one. The old rules hold where the new ones are wrong.
struct RulesWatch: Service {
    let path: String
    let stamp: RulesFile.Stamp?
    let database: RealtimeDatabase
    let logger: Logger

    private static let interval = Duration.seconds(1)

    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown { try await follow() }
        } catch is CancellationError {
            // The server stops.
        }
    }

    private func follow() async throws {
        var known = stamp
        while true {
            try await Task.sleep(for: Self.interval)
            let present = RulesFile.Stamp(of: path)
            guard present != known else { continue }
            known = present
            do {
                let file = try RulesFile(path)
                _ = try await file.install(in: database, logger: logger)
                logger.info("the rules were read again", metadata: ["file": "\(path)"])
            } catch let error as Failure {
                logger.error("the rules stay as they were: \(error.description)")
            } catch {
                logger.error("the rules stay as they were, because they could not be kept", metadata: ["cause": "\(error)"])
                // The file is right, so that it is worth another try.
                known = nil
            }
        }
    }
}

extension RulesFile {
    /// What tells one state of a file from another without reading it. A link is followed, so that putting another file in place counts.
    struct Stamp: Equatable, Sendable {
        private let node: Int?
        private let size: Int?
        private let changedAt: Date?

        /// - Returns: `nil` where there is no file.
        init?(of path: String) {
            let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: target) else { return nil }
            node = (attributes[.systemFileNumber] as? NSNumber)?.intValue
            size = (attributes[.size] as? NSNumber)?.intValue
            changedAt = attributes[.modificationDate] as? Date
        }
    }
}
