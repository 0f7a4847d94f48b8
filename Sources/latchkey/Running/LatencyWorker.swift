import LatchkeyWeb
import Logging
import ServiceLifecycle

/// Stores how long requests took, so that the console shows it after a restart and for all nodes.
struct LatencyWorker: Service, CustomStringConvertible {
    /// The name in logs.
    let description = "latencies"

    let log: LatencyLog
    let logger: Logger

    private static let interval = Duration.seconds(300)

    func run() async {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: Self.interval)) != nil { await save() }
        }
        await save()
    }

    private func save() async {
        do {
            try await log.save()
        } catch {
            logger.debug("The latencies of requests cannot be stored; the server will try again", metadata: ["cause": "\(error)"])
        }
    }
}
