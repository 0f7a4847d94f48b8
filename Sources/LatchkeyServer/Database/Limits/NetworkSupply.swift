// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyIdentity
import Synchronization

/// How many bytes each network may send to the databases of the server: a supply for a minute, which comes back evenly.
///
/// A network of IPv6 (64 bits) has a supply of its own and a share in that of the 48 bits around it, which is sixteen times as large:
/// providers give those away whole. Supplies live in memory, a bounded number of them, and begin full.
final class NetworkSupply: Sendable {
    typealias Clock = @Sendable () -> ContinuousClock.Instant

    /// Megabytes a minute: more than a crowded network of ordinary clients sends, and little for a disk.
    static let standardRate = 120
    /// Megabytes a minute that can be set, beside 0 for any number.
    static let rateRange = 1...1_000_000
    private static let networksOfASite = 16.0
    private static let maxNetworks = 100_000

    private let supplies = Mutex(RecentlyUsed<String, ByteSupply>(capacity: maxNetworks))
    /// Bytes for a minute; nil for any number.
    private let bytesPerMinute: Double?
    private let now: Clock

    /// - Parameter rate: megabytes a minute; 0 for any number.
    init(rate: Int, now: @escaping Clock = { .now }) {
        bytesPerMinute = rate == 0 ? nil : Double(rate) * 1_048_576
        self.now = now
    }

    /// - Returns: how long a network has to wait before it may send more; nil where it may.
    func wait(for network: String?) -> Duration? {
        guard let network, let bytesPerMinute else { return nil }
        let instant = now()
        return supplies.withLock { supplies in
            let own = supplies[network]?.wait(bytesPerMinute, at: instant)
            let whole = Self.site(of: network).flatMap { supplies[$0]?.wait(bytesPerMinute * Self.networksOfASite, at: instant) }
            return [own, whole].compactMap(\.self).max()
        }
    }

    /// Counts what a network sent, or, if it is less than nothing, what it announced and did not send.
    func take(_ bytes: Int, from network: String?) {
        guard let network, let bytesPerMinute, bytes != 0 else { return }
        let instant = now()
        supplies.withLock { supplies in
            func take(_ key: String, _ limit: Double) {
                var supply = supplies[key] ?? ByteSupply(full: limit, at: instant)
                supply.take(Double(bytes), of: limit, at: instant)
                supplies[key] = supply
            }
            take(network, bytesPerMinute)
            if let site = Self.site(of: network) { take(site, bytesPerMinute * Self.networksOfASite) }
        }
    }

    /// The first 48 bits of a network of IPv6, as `AddressRange.network` writes it; nil for IPv4.
    static func site(of network: String) -> String? {
        guard network.hasSuffix("/64") else { return nil }
        return network.split(separator: ":").prefix(3).joined(separator: ":") + "/48"
    }
}

/// What one network may still send. Less than nothing where it sent a message that was larger than what was left.
struct ByteSupply: Equatable {
    private var left: Double
    private var asOf: ContinuousClock.Instant

    init(full limit: Double, at now: ContinuousClock.Instant) {
        left = limit
        asOf = now
    }

    /// - Parameter limit: bytes for a minute, which is also how many there are at most.
    mutating func take(_ bytes: Double, of limit: Double, at now: ContinuousClock.Instant) {
        // No debt takes longer than a minute to pay.
        left = max(min(limit, refilled(limit, at: now) - bytes), -limit)
        asOf = now
    }

    /// - Returns: how long it takes until something is left; nil where there is.
    func wait(_ limit: Double, at now: ContinuousClock.Instant) -> Duration? {
        let left = refilled(limit, at: now)
        return left > 0 ? nil : .seconds(-left / limit * 60) + .milliseconds(50)
    }

    private func refilled(_ limit: Double, at now: ContinuousClock.Instant) -> Double {
        min(limit, left + asOf.duration(to: now) / .seconds(60) * limit)
    }
}

/// The supply of the network that one client is in.
struct ClientSupply: Sendable {
    private let supply: NetworkSupply
    private let network: String?

    /// How long it takes at most until a client that waits finds out that it is gone.
    private static let maxSleep = Duration.seconds(5)

    /// - Parameter network: nil for a client that is not counted.
    init(_ supply: NetworkSupply, network: String?) {
        self.supply = supply
        self.network = network
    }

    func take(_ bytes: Int) { supply.take(bytes, from: network) }

    /// - Throws: `DatabaseRefusal` where nothing is left.
    func require() throws(DatabaseRefusal) {
        if let wait = supply.wait(for: network) { throw .sentTooMuch(wait: wait) }
    }

    /// Returns when the client may send more. Nothing is read from it meanwhile, so that it sends as slowly as it may.
    ///
    /// - Parameter isExempt: whether it need not wait; asked only where nothing is left.
    /// - Throws: `CancellationError` when the client is gone.
    func waitForRoom(unless isExempt: () async -> Bool) async throws {
        while let wait = supply.wait(for: network) {
            if await isExempt() { return }
            try await Task.sleep(for: min(wait, Self.maxSleep))
        }
    }
}
