import BasicContainers

extension SortedMap {
    /// Returns the number of entries with smaller keys. The key need not be in the map.
    func position(of key: Key) -> Int {
        guard var page = root else { return 0 }
        var position = 0
        while !page.isLeaf {
            let index = page.pageIndex(key)
            for before in 0..<index { position += page.pages[before].count }
            page = page.pages[index]
        }
        return position + page.lowerBound(key)
    }

    /// Returns the entry at a position, which must be valid.
    func entry(at position: Int) -> Element {
        guard var page = root, position >= 0, position < page.count else { preconditionFailure("no entry at \(position)") }
        var position = position
        while !page.isLeaf {
            var index = 0
            while position >= page.pages[index].count {
                position -= page.pages[index].count
                index += 1
            }
            page = page.pages[index]
        }
        return (page.keys[position], page.values[position])
    }

    /// Returns the entries at these positions in order.
    func entries(at positions: Range<Int>) -> some Sequence<Element> {
        let first = positions.isEmpty ? nil : entry(at: positions.lowerBound).key
        return IteratorSequence(first.map { Iterator(root, from: $0) } ?? Iterator(nil)).prefix(positions.count)
    }
}
