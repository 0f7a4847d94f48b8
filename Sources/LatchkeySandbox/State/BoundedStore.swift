/// A dictionary that removes its oldest entry when its capacity is exceeded.
struct BoundedStore<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        var value: Value
        let serial: Int
    }

    let capacity: Int
    private var entries: [Key: Entry] = [:]
    /// The keys in the order of insertion; an item whose serial differs from the entry's is stale.
    private var order: [(key: Key, serial: Int)] = []
    private var first = 0
    private var nextSerial = 0

    init(capacity: Int) {
        precondition(capacity > 0)
        self.capacity = capacity
    }

    var count: Int { entries.count }
    var values: some Collection<Value> { entries.values.lazy.map(\.value) }

    subscript(key: Key) -> Value? { entries[key]?.value }

    /// Adds a value, or replaces the value of a key, which then becomes the newest entry.
    /// - Returns: The value that was evicted, if any.
    @discardableResult
    mutating func insert(_ value: Value, for key: Key) -> Value? {
        let isNew = entries.updateValue(Entry(value: value, serial: nextSerial), forKey: key) == nil
        order.append((key, nextSerial))
        nextSerial += 1
        compact()
        return isNew && entries.count > capacity ? removeOldest() : nil
    }

    /// Changes a value in place; does nothing when there is none.
    mutating func update(_ key: Key, _ change: (inout Value) -> Void) {
        guard var entry = entries[key] else { return }
        change(&entry.value)
        entries[key] = entry
    }

    @discardableResult
    mutating func remove(_ key: Key) -> Value? {
        entries.removeValue(forKey: key)?.value
    }

    private mutating func removeOldest() -> Value? {
        while first < order.count {
            let item = order[first]
            first += 1
            guard let entry = entries[item.key], entry.serial == item.serial else { continue }
            entries.removeValue(forKey: item.key)
            return entry.value
        }
        return nil
    }

    private mutating func compact() {
        guard order.count > 2 * capacity + 16 else { return }
        order = order[first...].filter { entries[$0.key]?.serial == $0.serial }
        first = 0
    }
}
