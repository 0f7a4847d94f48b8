import LatchkeySecrets
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a sandbox knows and what is done with it; shared by its endpoints, its control interface and tests.
public final class SandboxState: Sendable {
    /// How this sandbox was set up.
    public let configuration: SandboxConfiguration
    /// Signs the hidden fields of the pages; made anew at every start.
    let pageKey: Secret<[UInt8]>
    /// Apart from the ledger, because making a key takes a while.
    let openIDKeys: Mutex<OpenIDKeyRing>
    private let ledger: Mutex<Ledger>

    public init(_ configuration: SandboxConfiguration = SandboxConfiguration()) {
        self.configuration = configuration
        pageKey = Secret(configuration.random.data(count: 32))
        openIDKeys = Mutex(OpenIDKeyRing(configuration.openIDAlgorithm, random: configuration.random))
        ledger = Mutex(Ledger(configuration))
    }

    /// The sandbox's time, not shifted by any fault.
    var now: Date { configuration.now() }
    var random: RandomTokens { configuration.random }

    /// Runs one step with the ledger to itself; whatever is read and changed within it is one atomic act.
    func withLedger<Result: Sendable>(_ body: (inout Ledger) throws -> Result) rethrows -> Result {
        try ledger.withLock { ledger in try body(&ledger) }
    }

    /// Forgets every token, grant, fault, session and added person, and restores the seeds of the configuration.
    ///
    /// The key that signed first signs again.
    public func reset() {
        openIDKeys.withLock { $0.reset() }
        withLedger { $0 = Ledger(configuration) }
    }
}
