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
        mutating get { change(key) { $0 } }
        set { change(key) { $0 = newValue } }
    }

    /// Changes the value of a key in place: `nil` is the value of an absent key, and removes the key. The changed value is kept even
    /// if the closure throws.
    package mutating func change<Result>(_ key: Key, _ body: (inout Value?) throws -> Result) rethrows -> Result {
        if let index = young.index(forKey: key) {
            var value: Value? = young.values[index]
            defer { if let value { young.values[index] = value } else { young.remove(at: index) } }
            return try body(&value)
        }
        var value = old.removeValue(forKey: key)
        defer { if let value { insert(value, for: key) } }
        return try body(&value)
    }

    private mutating func insert(_ value: Value, for key: Key) {
        if young.count >= generationSize {
            old = young
            young = [:]
        }
        young[key] = value
    }
}
