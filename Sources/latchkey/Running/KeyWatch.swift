import LatchkeyIdentity
import Logging
import ServiceLifecycle

/// Takes the signing keys that another node has made or revoked.
struct KeyWatch: Service, CustomStringConvertible {
    /// The name in logs.
    let description = "key watch"

    let store: any AccountStore
    let setup: ProjectSetup
    let authority: TokenAuthority
    let logger: Logger

    /// With the delay of the revision, a change is known everywhere within two seconds.
    private static let interval = Duration.milliseconds(200)
    /// The time for which a new key is published before it signs: until all nodes that reach PostgreSQL know it.
    static let publication = Duration.seconds(5)

    func run() async {
        await cancelWhenGracefulShutdown {
            var seen: Int?
            while (try? await Task.sleep(for: Self.interval)) != nil {
                let revision = await store.configurationRevision
                guard revision != seen else { continue }
                do {
                    // A rotation on this node changes the revision too, so that keys which were read before it are read again.
                    let stored = try await setup.keyRing()
                    if stored.revision != authority.currentRing.revision { authority.replace(with: stored) }
                    seen = revision
                } catch {
                    logger.debug("The signing keys cannot be read", metadata: ["cause": "\(error)"])
                }
            }
        }
    }
}
