// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// A map that is sorted by its keys and shares structure with the versions before it: a B+ tree, whose pages are copied on the way to
/// a change and nowhere else.
///
/// Finding and changing an entry take time in proportion to the logarithm of the count. A page that no other version has is changed
/// in place, so that filling a map copies nothing.
struct SortedMap<Key: Comparable & Sendable, Value: Sendable>: Sendable {
    var root: Page?
    private(set) var count = 0

    /// Entries or pages in a page. Half of it is copied for an average change; more would be copied, fewer make a deeper tree.
    static var capacity: Int { 32 }

    /// One page: the entries of a leaf, or the pages below and the smallest key of each.
    ///
    /// Written to only while one map alone refers to it, which Swift checks by its count of references.
    final class Page: @unchecked Sendable {
        var keys: [Key]
        var values: [Value]
        var pages: [Page]

        init(keys: [Key], values: [Value], pages: [Page]) {
            self.keys = keys
            self.values = values
            self.pages = pages
        }

        var isLeaf: Bool { pages.isEmpty }

        func copy() -> Page { Page(keys: keys, values: values, pages: pages) }

        /// The first position whose key is not before that one.
        func lowerBound(_ key: Key) -> Int {
            var low = 0
            var high = keys.count
            while low < high {
                let middle = (low + high) / 2
                if keys[middle] < key { low = middle + 1 } else { high = middle }
            }
            return low
        }

        /// The page below in which a key is, or would be.
        func pageIndex(_ key: Key) -> Int {
            let bound = lowerBound(key)
            return bound < keys.count && keys[bound] == key ? bound : Swift.max(bound - 1, 0)
        }
    }

    var isEmpty: Bool { count == 0 }

    subscript(key: Key) -> Value? {
        get {
            guard var page = root else { return nil }
            while !page.isLeaf { page = page.pages[page.pageIndex(key)] }
            let index = page.lowerBound(key)
            return index < page.keys.count && page.keys[index] == key ? page.values[index] : nil
        }
        set {
            if let newValue { set(newValue, for: key) } else { remove(key) }
        }
    }

    private mutating func set(_ value: Value, for key: Key) {
        guard root != nil else {
            root = Page(keys: [key], values: [value], pages: [])
            count = 1
            return
        }
        let (isNew, sibling) = Self.set(value, for: key, in: &root!)
        if isNew { count += 1 }
        if let sibling, let left = root {
            root = Page(keys: [left.keys[0], sibling.keys[0]], values: [], pages: [left, sibling])
        }
    }

    private mutating func remove(_ key: Key) {
        guard root != nil, self[key] != nil else { return }
        Self.remove(key, in: &root!)
        count -= 1
        while let page = root, !page.isLeaf, page.pages.count == 1 { root = page.pages[0] }
        if count == 0 { root = nil }
    }
}

extension SortedMap {
    /// - Returns: whether the key is new, and the page that came off at the end of this one if it was full.
    private static func set(_ value: Value, for key: Key, in page: inout Page) -> (isNew: Bool, sibling: Page?) {
        if !isKnownUniquelyReferenced(&page) { page = page.copy() }
        if page.isLeaf {
            let index = page.lowerBound(key)
            if index < page.keys.count, page.keys[index] == key {
                page.values[index] = value
                return (false, nil)
            }
            page.keys.insert(key, at: index)
            page.values.insert(value, at: index)
            return (true, page.keys.count > capacity ? split(page, grownAt: index) : nil)
        }
        let index = page.pageIndex(key)
        let (isNew, sibling) = set(value, for: key, in: &page.pages[index])
        if index == 0 { page.keys[0] = page.pages[0].keys[0] }
        guard let sibling else { return (isNew, nil) }
        page.keys.insert(sibling.keys[0], at: index + 1)
        page.pages.insert(sibling, at: index + 1)
        return (isNew, page.keys.count > capacity ? split(page, grownAt: index + 1) : nil)
    }

    /// Takes the end of a page off. A page that grew at its end stays full: keys that come in ascending order, as push ids do, then
    /// leave full pages behind and not half-empty ones.
    private static func split(_ page: Page, grownAt index: Int) -> Page {
        let position = index == page.keys.count - 1 ? page.keys.count - 1 : page.keys.count / 2
        let sibling = Page(
            keys: Array(page.keys[position...]), values: page.isLeaf ? Array(page.values[position...]) : [],
            pages: page.isLeaf ? [] : Array(page.pages[position...]))
        page.keys.removeSubrange(position...)
        if page.isLeaf { page.values.removeSubrange(position...) } else { page.pages.removeSubrange(position...) }
        return sibling
    }

    /// The key has to be there.
    private static func remove(_ key: Key, in page: inout Page) {
        if !isKnownUniquelyReferenced(&page) { page = page.copy() }
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
        page.pages[left] = Page(
            keys: first.keys + second.keys, values: first.values + second.values, pages: first.pages + second.pages)
        page.pages.remove(at: left + 1)
        page.keys.remove(at: left + 1)
    }
}
