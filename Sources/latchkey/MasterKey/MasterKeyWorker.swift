import LatchkeyIdentity
import Logging
import ServiceLifecycle

/// Seals secrets with a new master key while the server runs.
struct MasterKeyWorker: Service, CustomStringConvertible {
    /// The name in logs.
    let description = "master key"

    let replacement: MasterKeyReplacement
    /// An element for each replacement that is begun.
    let wakings: AsyncStream<Void>
    let logger: Logger

    /// The time until the next attempt, when requests may still use the previous key or the store is in trouble.
    private static let retry = MasterKeyReplacement.grace

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var wakings = wakings.makeAsyncIterator()
            repeat {
                while !(await work()) {
                    guard (try? await Task.sleep(for: Self.retry)) != nil else { return }
                }
            } while await wakings.next() != nil
        }
    }

    /// - Returns: Whether nothing is left to do.
    private func work() async -> Bool {
        do {
            let (known, previous) = (replacement.unreadable, replacement.previousID)
            let isComplete = try await replacement.seal()
            let unreadable = replacement.unreadable
            if unreadable > 0, unreadable != known {
                logger.error(
                    "Secrets cannot be decrypted: a master key is missing, or they were modified",
                    metadata: ["secrets": "\(unreadable)", "columns": "\(replacement.unreadableColumns.joined(separator: " "))"])
            }
            guard let previous else { return true }
            guard isComplete else { return false }
            // A modified secret under the previous key stays as it is, and so does the key. Another one was stored meanwhile.
            guard try await replacement.finish() else { return unreadable > 0 }
            logger.notice(
                replacement.removesPreviousKey
                    ? "The master key was replaced, and the previous key was removed"
                    : "The master key was replaced; remove the previous key from its source",
                metadata: ["key": "\(replacement.currentID)", "previous": "\(previous)", "source": "\(replacement.source.place)"])
            return true
        } catch is CancellationError {
            return true
        } catch {
            logger.error("Secrets could not be sealed with the new master key; the server will try again", metadata: ["cause": "\(error)"])
            return false
        }
    }
}
