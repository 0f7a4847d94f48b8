import Foundation
import LatchkeySecrets
import Synchronization

/// The state of a sandbox and its operations; shared by its endpoints, its control API and tests.
public final class SandboxState: Sendable {
    /// The configuration of this sandbox.
    public let configuration: SandboxConfiguration
    /// The key that signs the hidden fields of the pages; generated at every start.
    let pageKey: Secret<[UInt8]>
    /// The keys of the OpenID provider; outside the ledger, because generating a key is slow.
    let openIDKeys: Mutex<OpenIDKeyRing>
    private let ledger: Mutex<Ledger>

    /// Creates the state of a sandbox with the seeds of its configuration.
    public init(_ configuration: SandboxConfiguration = SandboxConfiguration()) {
        self.configuration = configuration
        pageKey = Secret(configuration.random.data(count: 32))
        openIDKeys = Mutex(OpenIDKeyRing(configuration.openIDAlgorithm, random: configuration.random))
        ledger = Mutex(Ledger(configuration))
    }

    /// The sandbox's time, without the offset of a fault.
    var now: Date { configuration.now() }
    var random: RandomTokens { configuration.random }

    /// Runs an operation with exclusive access to the ledger; the operation is atomic.
    func withLedger<Result: Sendable>(_ body: (inout Ledger) throws -> Result) rethrows -> Result {
        try ledger.withLock { ledger in try body(&ledger) }
    }

    /// Removes all tokens, grants, faults, sessions and added people, and restores the seeds of the configuration.
    ///
    /// The initial signing key becomes active again.
    public func reset() {
        openIDKeys.withLock { $0.reset() }
        withLedger { $0 = Ledger(configuration) }
    }
}
