import LatchkeyWeb

/// The allowance of the network that a client is in.
package struct ClientSupply: Sendable {
    private let supply: NetworkSupply
    /// The keys of the client's network; `nil` for a client that is not counted.
    private let source: NetworkSupply.Source?

    /// The longest time until a waiting task notices that its client is disconnected.
    private static let maxSleep = Duration.seconds(5)

    /// - Parameters:
    ///   - supply: The allowances of all networks.
    ///   - network: The network as written by `AddressRange.countedNetwork`; `nil` for a client that is not counted.
    init(_ supply: NetworkSupply, network: String?) {
        self.supply = supply
        source = network.map { NetworkSupply.Source(network: $0) }
    }

    /// Counts data before it arrives. Otherwise, many concurrent messages would all find that something is left.
    ///
    /// - Throws: `DatabaseRefusal` if nothing is left. Nothing is counted then.
    func take(_ bytes: Int) throws(DatabaseRefusal) {
        if let wait = wait(taking: bytes) { throw .sentTooMuch(wait: wait) }
    }

    /// Waits until something is left, and counts the data. The server does not read from the client in the meantime, which slows the client
    /// down to its rate.
    ///
    /// - Parameters:
    ///   - bytes: The number of bytes.
    ///   - isExempt: Returns whether the client is not counted; called only if nothing is left. An error that it throws ends the waiting.
    /// - Returns: The time during which the server did not read from the client.
    /// - Throws: `CancellationError` if the client disconnects, and errors of `isExempt`.
    @discardableResult func take(_ bytes: Int, unless isExempt: () async throws -> Bool) async throws -> Duration {
        guard var wait = wait(taking: bytes) else { return .zero }
        let start = ContinuousClock.now
        while try await !isExempt() {
            try await Task.sleep(for: min(wait, Self.maxSleep))
            guard let further = self.wait(taking: bytes) else { break }
            wait = further
        }
        return start.duration(to: .now)
    }

    /// Returns bytes that were announced but not sent.
    func giveBack(_ bytes: Int) {
        if let source { supply.giveBack(bytes, to: source) }
    }

    private func wait(taking bytes: Int) -> Duration? { source.flatMap { supply.take(bytes, from: $0) } }
}
