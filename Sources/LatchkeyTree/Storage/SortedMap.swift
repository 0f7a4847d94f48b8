import BasicContainers

/// A map that is sorted by its keys and shares structure with the versions before it: a B+ tree, whose pages are copied on the way to
/// a change and nowhere else.
///
/// Finding and changing an entry take time in proportion to the logarithm of the count, and so does finding the entry at a position.
/// A page that no other version has is changed in place, so that filling a map copies nothing.
struct SortedMap<Key: SortedKey, Value: Sendable>: Sendable {
    private(set) var root: Page?

    /// Entries or pages in a page. Half of it is copied for an average change; more would be copied, fewer make a deeper tree.
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
    /// A map of entries that are already in order and have no key twice, in time in proportion to their count.
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

    /// - Returns: whether the key is new, and the page that came off at the end of this one if it was full.
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
        // What came off is in the count of this page already, and not in that of a new one.
        let (target, position, sibling) = makeRoom(at: index + 1, in: page)
        target.insert(child, at: position)
        if let sibling {
            sibling.countAgain()
            page.countAgain()
        }
        return (isNew, sibling)
    }

    /// Makes room for one more. A full page loses its second half; one that grows at its end stays full, because keys that come in
    /// ascending order, as push ids do, would otherwise leave half-empty pages behind.
    ///
    /// - Returns: the page to insert into, the position there, and the new page if there is one.
    private static func makeRoom(at index: Int, in page: Page) -> (target: Page, position: Int, sibling: Page?) {
        guard page.keys.count >= capacity else { return (page, index, nil) }
        let middle = index == page.keys.count ? index : page.keys.count / 2
        let sibling = page.split(at: middle)
        return index > middle || index == capacity ? (sibling, index - middle, sibling) : (page, index, sibling)
    }

    /// The key has to be there.
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

    /// Puts a page that became small together with the one after it, or before it at the end, if both fit into one.
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

/// What a map is sorted by.
protocol SortedKey: Comparable, Sendable {
    /// Both questions at once: less than zero where the left key comes first, more where the right one does, zero for the same.
    static func compare(_ left: Self, _ right: Self) -> Int
}
