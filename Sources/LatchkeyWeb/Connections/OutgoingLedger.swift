/// Tracks the bytes queued for each client, and which clients to disconnect when too much is queued for all of them together.
struct OutgoingLedger<ID: Hashable> {
    private struct Entry {
        var bytes: Int
        /// The time when the client last received data, or when the first data was queued for it.
        var lastProgress: ContinuousClock.Instant
    }

    private let maxBytes: Int
    private let share: Int
    private var entries: [ID: Entry] = [:]
    private(set) var total = 0

    /// - Parameters:
    ///   - maxBytes: Bytes that may be queued for all clients together.
    ///   - share: Clients with no more than this queued are disconnected last.
    package init(maxBytes: Int, share: Int) {
        self.maxBytes = maxBytes
        self.share = share
    }

    /// Counts bytes queued for a client.
    ///
    /// - Returns: The clients to disconnect, the slowest first. They no longer count. A client with more than three quarters of the limit
    ///   queued is disconnected before any other.
    package mutating func add(_ count: Int, for id: ID, now: ContinuousClock.Instant) -> [ID] {
        entries[id, default: Entry(bytes: 0, lastProgress: now)].bytes += count
        total += count
        guard total > maxBytes else { return [] }
        if let large = entries.first(where: { $0.value.bytes > maxBytes / 4 * 3 })?.key {
            leave(large)
            return [large]
        }
        return slowest()
    }

    /// Counts bytes that a client received.
    package mutating func remove(_ count: Int, for id: ID, now: ContinuousClock.Instant) {
        guard var entry = entries[id] else { return }
        total -= min(count, entry.bytes)
        entry.bytes -= count
        entry.lastProgress = now
        entries[id] = entry.bytes > 0 ? entry : nil
    }

    /// Removes a client and its queued bytes.
    package mutating func leave(_ id: ID) {
        total -= entries.removeValue(forKey: id)?.bytes ?? 0
    }

    /// Removes the slowest clients until an eighth of the limit is free, so that clients are not sorted for every message.
    private mutating func slowest() -> [ID] {
        let sorted = entries.sorted { left, right in
            let (isLeftLarge, isRightLarge) = (left.value.bytes > share, right.value.bytes > share)
            return isLeftLarge == isRightLarge ? left.value.lastProgress < right.value.lastProgress : isLeftLarge
        }
        var victims: [ID] = []
        for (id, _) in sorted where total > maxBytes - maxBytes / 8 {
            leave(id)
            victims.append(id)
        }
        return victims
    }
}
