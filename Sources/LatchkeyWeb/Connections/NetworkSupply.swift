import LatchkeyIdentity
import Synchronization

/// Limits how many bytes each network may send to the server's databases: an allowance for a minute that refills evenly.
///
/// An IPv6 network (64 bits) has its own allowance and a share in that of its /48, which is sixteen times as large, because providers
/// assign whole /48 networks. Allowances are kept in memory, in a bounded number, and start full.
package final class NetworkSupply: Sendable {
    package typealias Clock = @Sendable () -> ContinuousClock.Instant

    /// The default number of megabytes per minute: more than a crowded network of ordinary clients sends, and little for a disk.
    package static let standardRate = 120
    /// The allowed values in megabytes per minute. 0 is also allowed, and means no limit.
    package static let rateRange = 1...1_000_000
    private static let networksOfASite = 16.0
    private static let maxNetworks = 100_000

    private let supplies = Mutex(RecentlyUsed<String, ByteSupply>(capacity: maxNetworks))
    /// The allowance per minute in bytes; `nil` for no limit.
    private let bytesPerMinute: Double?
    private let now: Clock

    /// - Parameter rate: The number of megabytes per minute; 0 for no limit.
    package init(rate: Int, now: @escaping Clock = { .now }) {
        bytesPerMinute = rate == 0 ? nil : Double(rate) * 1_048_576
        self.now = now
    }

    /// Takes bytes from the allowance of a network, if anything is left. A message may be larger than the rest of the allowance; then the
    /// network waits longer before its next message is accepted.
    ///
    /// - Returns: `nil` if the bytes were taken; otherwise how long the network has to wait, and nothing is taken.
    package func take(_ bytes: Int, from source: Source) -> Duration? {
        change(source) { supplies, bytesPerMinute, instant in
            let waits = supplies.map { $0.supply.wait($0.share * bytesPerMinute, at: instant) }
            if let wait = waits.compactMap(\.self).max() { return wait }
            for index in supplies.indices {
                supplies[index].supply.take(Double(bytes), of: supplies[index].share * bytesPerMinute, at: instant)
            }
            return nil
        }
    }

    /// Returns bytes that a client announced but did not send.
    package func giveBack(_ bytes: Int, to source: Source) {
        _ = change(source) { supplies, bytesPerMinute, instant in
            for index in supplies.indices {
                supplies[index].supply.take(-Double(bytes), of: supplies[index].share * bytesPerMinute, at: instant)
            }
            return nil
        }
    }

    private func change(
        _ source: Source, _ body: (inout [Share], _ bytesPerMinute: Double, ContinuousClock.Instant) -> Duration?
    ) -> Duration? {
        guard let bytesPerMinute else { return nil }
        let instant = now()
        return supplies.withLock { supplies in
            func share(_ key: String, _ share: Double) -> Share {
                Share(key: key, share: share, supply: supplies[key] ?? ByteSupply(full: share * bytesPerMinute, at: instant))
            }
            var shares = [share(source.network, 1)]
            if let site = source.site { shares.append(share(site, Self.networksOfASite)) }
            let wait = body(&shares, bytesPerMinute, instant)
            for share in shares { supplies[share.key] = share.supply }
            return wait
        }
    }

    /// The keys by which a client is counted.
    package struct Source: Sendable {
        let network: String
        /// The /48 of an IPv6 network; `nil` for IPv4.
        let site: String?

        /// - Parameter network: The network as written by `AddressRange.countedNetwork`.
        package init(network: String) {
            self.network = network
            site = AddressRange.site(ofNetwork: network)
        }
    }

    /// One of the allowances that a message is taken from.
    private struct Share {
        let key: String
        /// The size of this allowance as a multiple of that of one network.
        let share: Double
        var supply: ByteSupply
    }
}

/// The bytes that one network may still send. Negative after a message that was larger than the rest.
struct ByteSupply: Equatable {
    private var left: Double
    private var asOf: ContinuousClock.Instant

    init(full limit: Double, at now: ContinuousClock.Instant) {
        left = limit
        asOf = now
    }

    /// - Parameters:
    ///   - bytes: The number of bytes to take; negative to return bytes.
    ///   - limit: The allowance per minute in bytes, which is also the maximum.
    ///   - now: The current time.
    mutating func take(_ bytes: Double, of limit: Double, at now: ContinuousClock.Instant) {
        left = min(limit, refilled(limit, at: now) - bytes)
        asOf = now
    }

    /// - Returns: The time until something is left; `nil` if something is left.
    func wait(_ limit: Double, at now: ContinuousClock.Instant) -> Duration? {
        let left = refilled(limit, at: now)
        return left > 0 ? nil : .seconds(-left / limit * 60) + .milliseconds(50)
    }

    private func refilled(_ limit: Double, at now: ContinuousClock.Instant) -> Double {
        min(limit, left + asOf.duration(to: now) / .seconds(60) * limit)
    }
}
