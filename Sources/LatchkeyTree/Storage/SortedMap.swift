import BasicContainers

/// A persistent sorted map: a B+ tree that shares structure with earlier versions. A change copies only the pages on the path to it.
///
/// Finding and changing an entry takes logarithmic time, and so does finding the entry at a position. A page that no other version shares
/// is changed in place, so filling a map copies nothing.
struct SortedMap<Key: SortedKey, Value: Sendable>: Sendable {
    private(set) var root: Page?

    /// The maximum number of entries or child pages in a page. A change copies half a page on average: larger pages copy more, smaller
    /// pages make a deeper tree.
    static var capacity: Int { 32 }

    init() {}

    var count: Int { root?.count ?? 0 }

    var isEmpty: Bool { root == nil }

    subscript(key: Key) -> Value? {
        get { root?.value(of: key) }
        set {
            if let newValue { set(newValue, for: key) } else { remove(key) }
        }
    }

    func contains(_ key: Key) -> Bool { root?.contains(key) ?? false }

    mutating func set(_ value: Value, for key: Key) {
        guard root != nil else {
            root = Page(key: key, value: value)
            return
        }
        let (_, sibling) = Self.set(value, for: key, in: &root!)
        if let sibling, let left = root { root = Page(pages: [left, sibling]) }
    }

    mutating func remove(_ key: Key) {
        guard root != nil, self[key] != nil else { return }
        Self.remove(key, in: &root!)
        while let page = root, page.pages.count == 1 { root = page.pages[0] }
        if count == 0 { root = nil }
    }
}

extension SortedMap {
    /// Creates a map from sorted entries with unique keys, in linear time.
    init(sorted entries: some Sequence<(key: Key, value: Value)>) {
        var level: [Page] = []
        for (key, value) in entries {
            if let page = level.last, page.keys.count < Self.capacity {
                page.insert(value, for: key, at: page.count)
            } else {
                level.append(Page(key: key, value: value))
            }
        }
        while level.count > 1 {
            level = stride(from: 0, to: level.count, by: Self.capacity).map {
                Page(pages: level[$0..<Swift.min($0 + Self.capacity, level.count)])
            }
        }
        root = level.first
    }

    /// Sets a value.
    ///
    /// - Returns: Whether the key is new, and the page that was split off if this one was full.
    private static func set(_ value: Value, for key: Key, in page: inout Page) -> (isNew: Bool, sibling: Page?) {
        if !isKnownUniquelyReferenced(&page) { page = page.copy() }
        if page.isLeaf {
            let index = page.lowerBound(key)
            if index < page.keys.count, page.keys[index] == key {
                page.values[index] = value
                return (false, nil)
            }
            let (target, position, sibling) = makeRoom(at: index, in: page)
            target.insert(value, for: key, at: position)
            return (true, sibling)
        }
        let index = page.pageIndex(key)
        let (isNew, child) = set(value, for: key, in: &page.pages[index])
        if isNew { page.count += 1 }
        if index == 0, key < page.keys[0] { page.keys[0] = key }
        guard let child else { return (isNew, nil) }
        // The split-off page is in the count of this page, but not in that of a new one.
        let (target, position, sibling) = makeRoom(at: index + 1, in: page)
        target.insert(child, at: position)
        if let sibling {
            sibling.countAgain()
            page.countAgain()
        }
        return (isNew, sibling)
    }

    /// Makes room for one more element. A full page is split in the middle. If it grows at its end, it stays full, because ascending keys
    /// such as push IDs would otherwise leave half-empty pages.
    ///
    /// - Returns: The page to insert into, the index in it, and the new page if there is one.
    private static func makeRoom(at index: Int, in page: Page) -> (target: Page, position: Int, sibling: Page?) {
        guard page.keys.count >= capacity else { return (page, index, nil) }
        let middle = index == page.keys.count ? index : page.keys.count / 2
        let sibling = page.split(at: middle)
        return index > middle || index == capacity ? (sibling, index - middle, sibling) : (page, index, sibling)
    }

    /// Removes a key, which must exist.
    private static func remove(_ key: Key, in page: inout Page) {
        if !isKnownUniquelyReferenced(&page) { page = page.copy() }
        page.count -= 1
        if page.isLeaf {
            let index = page.lowerBound(key)
            page.keys.remove(at: index)
            page.values.remove(at: index)
            return
        }
        let index = page.pageIndex(key)
        remove(key, in: &page.pages[index])
        if page.pages[index].keys.isEmpty {
            page.pages.remove(at: index)
            page.keys.remove(at: index)
        } else {
            page.keys[index] = page.pages[index].keys[0]
            mergeSmall(at: index, in: page)
        }
    }

    /// Merges a page that has become small with the next one, or with the previous one at the end, if both fit into one page.
    private static func mergeSmall(at index: Int, in page: Page) {
        guard page.pages.count > 1, page.pages[index].keys.count < capacity / 4 else { return }
        let left = index + 1 < page.pages.count ? index : index - 1
        let first = page.pages[left]
        let second = page.pages[left + 1]
        guard first.keys.count + second.keys.count <= capacity else { return }
        page.pages[left] = Page(first, second)
        page.pages.remove(at: left + 1)
        page.keys.remove(at: left + 1)
    }
}

/// The key type of a sorted map.
protocol SortedKey: Comparable, Sendable {
    /// Compares two keys in one pass: negative if the left key sorts first, positive if the right one does, zero if they are equal.
    static func compare(_ left: Self, _ right: Self) -> Int
}
