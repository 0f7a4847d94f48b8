import Foundation
import LatchkeyDatabaseAPI
import LatchkeyIdentity
import LatchkeyTree
import Logging
import ServiceLifecycle

/// Deletes old events, and finishes the deletion of accounts, databases and projects, while the server runs.
struct PersonalDataWorker: Service, CustomStringConvertible {
    /// The name in logs.
    let description = "personal data"

    let store: any AccountStore
    let retention: EventRetention
    let scheduled: ScheduledDeletions
    let erasures: Erasures
    let databases: DatabaseRemovals
    let projects: ProjectRemovals
    let logger: Logger

    /// The interval at which old events are deleted and failed deletions are repeated.
    private static let interval = Duration.seconds(300)

    func run() async throws {
        let (wakings, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        store.committedEvents.add(DeletionBell(bell: bell))
        bell.yield()
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    while (try? await Task.sleep(for: Self.interval)) != nil { bell.yield() }
                }
                for await _ in wakings { await work() }
                group.cancelAll()
            }
        }
    }

    private func work() async {
        await attempt {
            let deleted = try await scheduled.deleteDue()
            if deleted > 0 { logger.info("Deleted accounts whose time had come", metadata: ["accounts": "\(deleted)"]) }
        }
        await attempt { try await finishAccounts() }
        await attempt { try await finishRemovals() }
        await attempt {
            let count = try await retention.deleteOldEvents()
            if count > 0 { logger.info("Deleted old events of the audit log", metadata: ["events": "\(count)"]) }
        }
    }

    /// Runs a step. Its error does not prevent the next steps.
    private func attempt(_ step: () async throws -> Void) async {
        do {
            try await step()
        } catch is CancellationError {
        } catch {
            logger.error("Personal data could not be deleted; the server will try again", metadata: ["cause": "\(error)"])
        }
    }

    private func finishAccounts() async throws {
        for (erasure, error) in try await erasures.finish() where !Self.isOfAnotherNode(error) {
            logger.error(
                "The data of a deleted account could not be removed; the server will try again",
                metadata: ["project": "\(erasure.realm.project)", "account": "\(erasure.pseudonym)", "cause": "\(error)"])
        }
    }

    private func finishRemovals() async throws {
        for name in try await databases.finish() { logger.notice("Removed a deleted database", metadata: ["database": "\(name)"]) }
        // Requests that were under way when a removal began may still create accounts, which the next round deletes.
        for _ in 0..<Self.rounds where try await projects.isAnyLeft {
            for (project, error) in try await projects.removeContents() where !Self.isOfAnotherNode(error) {
                logger.error(
                    "A deleted project could not be removed; the server will try again",
                    metadata: ["project": "\(project)", "cause": "\(error)"])
            }
            try await finishAccounts()
            for project in try await projects.end() { logger.notice("Removed a deleted project", metadata: ["project": "\(project)"]) }
        }
    }

    private static let rounds = 3

    /// Whether the node that has the databases of the project does the work.
    private static func isOfAnotherNode(_ error: any Error) -> Bool { error is DatabaseOfAnotherNode }
}

/// Rings when an account, a tenant, a database or a project was deleted, or a setting was changed.
private struct DeletionBell: EventObserver {
    let bell: AsyncStream<Void>.Continuation

    private static let kinds: Set<AuthEvent.Kind> = [.delete, .configure, .deleteDatabase, .deleteProject]

    func observe(_ event: AuthEvent) {
        if Self.kinds.contains(event.kind) { bell.yield() }
    }
}
