import BasicContainers

extension SortedMap: Sequence {
    typealias Element = (key: Key, value: Value)

    /// An iterator over the entries from a position, in either direction. It keeps the path from the root, so the time of a step does not
    /// depend on the size of the map.
    struct Iterator: IteratorProtocol {
        /// The pages above the leaf, with the index of the next child in each.
        private var way: [(page: Page, index: Int)] = []
        private var leaf: Page?
        private var index = 0
        private let step: Int

        init(_ root: Page?, isReversed: Bool = false) {
            step = isReversed ? -1 : 1
            if let root { descend(root) }
        }

        /// Creates an iterator from the first key that is not less than `bound`, or in reverse from the last key that is not greater.
        init(_ root: Page?, from bound: Key, isReversed: Bool = false) {
            step = isReversed ? -1 : 1
            guard var page = root else { return }
            while !page.isLeaf {
                let index = page.pageIndex(bound)
                way.append((page, index + step))
                page = page.pages[index]
            }
            leaf = page
            index = page.lowerBound(bound)
            if isReversed, index == page.keys.count || page.keys[index] != bound { index -= 1 }
        }

        private mutating func descend(_ page: Page) {
            var page = page
            while !page.isLeaf {
                let index = step > 0 ? 0 : page.pages.count - 1
                way.append((page, index + step))
                page = page.pages[index]
            }
            leaf = page
            index = step > 0 ? 0 : page.keys.count - 1
        }

        mutating func next() -> Element? {
            while let page = leaf {
                if index >= 0, index < page.keys.count {
                    defer { index += step }
                    return (page.keys[index], page.values[index])
                }
                nextLeaf()
            }
            return nil
        }

        private mutating func nextLeaf() {
            leaf = nil
            while let (page, index) = way.last {
                if index >= 0, index < page.pages.count {
                    way[way.count - 1].index += step
                    return descend(page.pages[index])
                }
                way.removeLast()
            }
        }
    }

    func makeIterator() -> Iterator { Iterator(root) }

    func reversed() -> some Sequence<Element> { IteratorSequence(Iterator(root, isReversed: true)) }

    func from(_ bound: Key) -> some Sequence<Element> { IteratorSequence(Iterator(root, from: bound)) }

    func reversed(from bound: Key) -> some Sequence<Element> {
        IteratorSequence(Iterator(root, from: bound, isReversed: true))
    }

    var underestimatedCount: Int { count }
}
