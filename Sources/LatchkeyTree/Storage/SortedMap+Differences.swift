import BasicContainers

extension SortedMap {
    /// Enumerates the keys at which two versions may differ, in order. It skips pages that both share, so the time is proportional to the
    /// change.
    ///
    /// - Parameter body: Receives the key and the values before and after. A key in both versions has both values, which may be equal.
    func forEachDifference(to other: SortedMap, _ body: (_ key: Key, _ before: Value?, _ after: Value?) -> Void) {
        guard root !== other.root else { return }
        var before = Cursor(root)
        var after = Cursor(other.root)
        while !before.isAtEnd, !after.isAtEnd {
            if before.height > 0, before.height == after.height {
                if before.page === after.page {
                    before.advance()
                    after.advance()
                } else {
                    // For equal smallest keys, shared pages are below both.
                    let (first, second) = (before.key, after.key)
                    if !(second < first) { before.descend() }
                    if !(first < second) { after.descend() }
                }
            } else if before.height > after.height {
                if after.height == 0, after.key < before.key { after.pass { body($0, nil, $1) } } else { before.descend() }
            } else if after.height > before.height {
                if before.height == 0, before.key < after.key { before.pass { body($0, $1, nil) } } else { after.descend() }
            } else if before.key < after.key {
                before.pass { body($0, $1, nil) }
            } else if after.key < before.key {
                after.pass { body($0, nil, $1) }
            } else {
                body(before.key, before.value, after.value)
                before.advance()
                after.advance()
            }
        }
        while !before.isAtEnd { if before.height > 0 { before.descend() } else { before.pass { body($0, $1, nil) } } }
        while !after.isAtEnd { if after.height > 0 { after.descend() } else { after.pass { body($0, nil, $1) } } }
    }

    /// A position in a map: an entry, or a whole page that has not been opened.
    private struct Cursor {
        private var way: [(page: Page, index: Int)] = []
        private let rootHeight: Int

        init(_ root: Page?) {
            var height = 0
            var page = root
            while let here = page {
                height += 1
                page = here.isLeaf ? nil : here.pages[0]
            }
            rootHeight = height
            if let root { way.append((root, 0)) }
        }

        var isAtEnd: Bool { way.isEmpty }
        /// The number of levels of the page; 0 for an entry.
        var height: Int { rootHeight - way.count }
        /// The key of the entry, or the smallest key of the page.
        var key: Key { way[way.count - 1].page.keys[way[way.count - 1].index] }
        var value: Value { way[way.count - 1].page.values[way[way.count - 1].index] }
        var page: Page { way[way.count - 1].page.pages[way[way.count - 1].index] }

        mutating func descend() { way.append((page, 0)) }

        mutating func advance() {
            way[way.count - 1].index += 1
            while let last = way.last, last.index == last.page.keys.count {
                way.removeLast()
                if !way.isEmpty { way[way.count - 1].index += 1 }
            }
        }

        mutating func pass(_ body: (Key, Value) -> Void) {
            body(key, value)
            advance()
        }
    }
}
