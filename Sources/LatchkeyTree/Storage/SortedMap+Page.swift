import BasicContainers

extension SortedMap {
    /// A page: the entries of a leaf, or the child pages with the smallest key of each.
    ///
    /// A page is only written while it has one reference, which Swift checks. Accesses can therefore not overlap, and exclusivity checking
    /// is disabled, because it would take an eighth of the time of a rules decision. The arrays have no reference counts of their own, so a
    /// traversal does not retain them.
    final class Page: @unchecked Sendable {
        @exclusivity(unchecked) var keys: UniqueArray<Key>
        @exclusivity(unchecked) var values: UniqueArray<Value>
        @exclusivity(unchecked) var pages: UniqueArray<Page>
        /// The number of entries in this page and all pages below.
        @exclusivity(unchecked) var count: Int

        private init(
            keys: consuming UniqueArray<Key>, values: consuming UniqueArray<Value>, pages: consuming UniqueArray<Page>, count: Int
        ) {
            self.keys = keys
            self.values = values
            self.pages = pages
            self.count = count
        }

        convenience init(key: Key, value: Value) {
            self.init(keys: UniqueArray(copying: [key]), values: UniqueArray(copying: [value]), pages: UniqueArray(), count: 1)
        }

        convenience init(pages: some Collection<Page>) {
            self.init(
                keys: UniqueArray(copying: pages.map { $0.keys[0] }), values: UniqueArray(), pages: UniqueArray(copying: pages),
                count: pages.reduce(0) { $0 + $1.count })
        }

        /// Creates a page with the content of two neighbors.
        convenience init(_ first: Page, _ second: Page) {
            self.init(
                keys: first.keys.copy(and: second.keys), values: first.values.copy(and: second.values),
                pages: first.pages.copy(and: second.pages), count: first.count + second.count)
        }

        var isLeaf: Bool { pages.isEmpty }

        func copy() -> Page {
            Page(keys: keys.copy(0..<keys.count), values: values.copy(0..<values.count), pages: pages.copy(0..<pages.count), count: count)
        }
    }
}

extension SortedMap.Page {
    func value(of key: Key) -> Value? {
        if !isLeaf { return pages[pageIndex(key)].value(of: key) }
        return index(of: key).map { values[$0] }
    }

    func contains(_ key: Key) -> Bool {
        if !isLeaf { return pages[pageIndex(key)].contains(key) }
        return index(of: key) != nil
    }

    /// Returns the index of a key in a leaf.
    @inline(__always)
    private func index(of key: Key) -> Int? {
        var low = 0
        var high = keys.count
        while low < high {
            let middle = (low + high) / 2
            let order = Key.compare(keys[middle], key)
            if order == 0 { return middle }
            if order < 0 { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    /// Returns the first index with a key that is not less than this key.
    func lowerBound(_ key: Key) -> Int {
        var low = 0
        var high = keys.count
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns the index of the child page that may have a key: the last one with a smallest key that is not greater.
    func pageIndex(_ key: Key) -> Int {
        var low = 1
        var high = keys.count
        while low < high {
            let middle = (low + high) / 2
            if key < keys[middle] { high = middle } else { low = middle + 1 }
        }
        return low - 1
    }

    /// Inserts an entry into a leaf.
    func insert(_ value: Value, for key: Key, at index: Int) {
        keys.insert(key, at: index, roomFor: SortedMap.capacity)
        values.insert(value, at: index, roomFor: SortedMap.capacity)
        count += 1
    }

    /// Inserts a child page. Its entries are already counted.
    func insert(_ page: SortedMap.Page, at index: Int) {
        keys.insert(page.keys[0], at: index, roomFor: SortedMap.capacity)
        pages.insert(page, at: index, roomFor: SortedMap.capacity)
    }

    /// Truncates this page before an index.
    ///
    /// - Returns: A page with the rest. If there are child pages, the counts of both pages must be updated.
    func split(at middle: Int) -> SortedMap.Page {
        let rest = SortedMap.Page(
            keys: keys.cut(from: middle), values: isLeaf ? values.cut(from: middle) : UniqueArray(),
            pages: isLeaf ? UniqueArray() : pages.cut(from: middle), count: 0)
        rest.count = rest.keys.count
        if isLeaf { count = middle }
        return rest
    }

    /// Updates the count of a page with child pages.
    func countAgain() {
        count = 0
        for index in pages.indices { count += pages[index].count }
    }
}

extension UniqueArray {
    /// Inserts an element. The capacity doubles up to the limit, because most pages of a large map are full.
    fileprivate mutating func insert(_ element: Element, at index: Int, roomFor limit: Int) {
        if freeCapacity == 0 { reserveCapacity(Swift.max(count + 1, Swift.min(count * 2, limit))) }
        insert(element, at: index)
    }

    /// Returns a copy of some elements without spare capacity.
    fileprivate borrowing func copy(_ range: Range<Int>) -> UniqueArray {
        var copy = UniqueArray(minimumCapacity: range.count)
        for index in range { copy.append(self[index]) }
        return copy
    }

    fileprivate borrowing func copy(and other: borrowing UniqueArray) -> UniqueArray {
        var copy = UniqueArray(minimumCapacity: count + other.count)
        for index in indices { copy.append(self[index]) }
        for index in other.indices { copy.append(other[index]) }
        return copy
    }

    /// Removes and returns the elements from an index.
    fileprivate mutating func cut(from index: Int) -> UniqueArray {
        let rest = copy(index..<count)
        removeLast(count - index)
        return rest
    }
}
