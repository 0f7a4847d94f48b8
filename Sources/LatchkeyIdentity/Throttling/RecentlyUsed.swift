/// A dictionary of bounded size that drops the entries that were not used recently.
///
/// It has two generations: used entries move to the young one; when that is full, the old one is dropped. Every call takes constant
/// time, and a flood of keys uses a bounded amount of memory.
package struct RecentlyUsed<Key: Hashable, Value> {
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]
    private let generationSize: Int

    /// - Parameter capacity: The maximum number of entries.
    package init(capacity: Int) {
        generationSize = max(1, capacity / 2)
    }

    package subscript(key: Key) -> Value? {
        mutating get {
            if let value = young[key] { return value }
            guard let value = old.removeValue(forKey: key) else { return nil }
            insert(value, for: key)
            return value
        }
        set {
            old.removeValue(forKey: key)
            if let newValue { insert(newValue, for: key) } else { young.removeValue(forKey: key) }
        }
    }

    private mutating func insert(_ value: Value, for key: Key) {
        if young.count >= generationSize, young[key] == nil {
            old = young
            young = [:]
        }
        young[key] = value
    }
}
