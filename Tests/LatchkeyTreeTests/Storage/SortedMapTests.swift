import BasicContainers
import LatchkeyTestSupport
import Testing

@testable import LatchkeyTree

@Suite struct SortedMapTests {
    /// A version and its expected contents, which never change.
    private struct Version {
        let map: SortedMap<Int, Int>
        let model: [Int: Int]

        func check(_ dice: inout Dice, keys: Int) {
            let sorted = model.sorted { $0.key < $1.key }
            #expect(map.count == sorted.count)
            #expect(map.isEmpty == sorted.isEmpty)
            #expect(map.elementsEqual(sorted) { $0 == ($1.key, $1.value) })
            #expect(map.reversed().elementsEqual(sorted.reversed()) { $0 == ($1.key, $1.value) })
            let bound = dice.below(keys + 2) - 1
            #expect(map.from(bound).map(\.key) == sorted.map(\.key).filter { $0 >= bound })
            #expect(map.reversed(from: bound).map(\.key) == sorted.map(\.key).filter { $0 <= bound }.reversed())
            #expect(map.position(of: bound) == sorted.count { $0.key < bound })
            #expect(map[bound] == model[bound])
            if !sorted.isEmpty {
                let position = dice.below(sorted.count)
                #expect(map.entry(at: position) == (sorted[position].key, sorted[position].value))
                let range = position..<min(sorted.count, position + dice.below(70))
                #expect(map.entries(at: range).map(\.key) == sorted[range].map(\.key))
            }
            checkPages()
        }

        /// The invariants of the map: sizes, counts, smallest keys, one height.
        private func checkPages() {
            func height(_ page: SortedMap<Int, Int>.Page) -> Int {
                let (keys, values, pages) = (page.allKeys, page.allValues, page.allPages)
                #expect(!keys.isEmpty && keys.count <= SortedMap<Int, Int>.capacity)
                if page.isLeaf {
                    #expect(page.count == keys.count && values.count == keys.count)
                    return 1
                }
                #expect(values.isEmpty && keys == pages.map { $0.allKeys[0] })
                #expect(page.count == pages.reduce(0) { $0 + $1.count })
                let heights = Set(pages.map(height))
                #expect(heights.count == 1)
                return 1 + (heights.first ?? 0)
            }
            if let root = map.root { _ = height(root) }
        }
    }

    @Test(arguments: [10, 300, 5000]) func versionsAreImmutable(keys: Int) async {
        var dice = Dice("sorted map \(keys)")
        var map = SortedMap<Int, Int>()
        var model: [Int: Int] = [:]
        var versions: [Version] = []
        var isGrowing = true
        for await number in Soak.standard.rounds(12_000) {
            if number % 4000 == 0 { isGrowing.toggle() }
            let key = dice.below(keys)
            if dice.chance(isGrowing ? 2 : 6, in: 8) {
                map[key] = nil
                model[key] = nil
            } else {
                map[key] = number
                model[key] = number
            }
            if dice.chance(1, in: 400) {
                versions.append(Version(map: map, model: model))
                if versions.count > 12 { versions.remove(at: dice.below(versions.count)) }
                for version in versions { version.check(&dice, keys: keys) }
            }
        }
        Version(map: map, model: model).check(&dice, keys: keys)
        for key in Array(model.keys) { map[key] = nil }
        #expect(map.isEmpty && map.root == nil)
        for version in versions { version.check(&dice, keys: keys) }
    }

    @Test(arguments: [0, 1, 31, 32, 33, 1023, 1024, 1025, 40_000]) func aMapOfSortedEntriesIsOneThatWasFilled(count: Int) {
        var dice = Dice("bulk \(count)")
        let model = Dictionary(uniqueKeysWithValues: (0..<count).map { ($0 * 3, $0) })
        let bulk = SortedMap(sorted: (0..<count).map { (key: $0 * 3, value: $0) })
        Version(map: bulk, model: model).check(&dice, keys: count * 3 + 1)
        var filled = SortedMap<Int, Int>()
        for number in 0..<count { filled[number * 3] = number }
        Version(map: filled, model: model).check(&dice, keys: count * 3 + 1)
        var backwards = SortedMap<Int, Int>()
        for number in (0..<count).reversed() { backwards[number * 3] = number }
        Version(map: backwards, model: model).check(&dice, keys: count * 3 + 1)
    }

    @Test func keysThatComeInAscendingOrderFillTheirPages() {
        var map = SortedMap<Int, Int>()
        for number in 0..<32_000 { map[number] = number }
        var leaves = 0
        func count(_ page: SortedMap<Int, Int>.Page) {
            if page.isLeaf { leaves += 1 } else { page.allPages.forEach(count) }
        }
        if let root = map.root { count(root) }
        #expect(leaves == 1000)
    }

    @Test func differencesVisitUnsharedPagesOnly() async {
        var dice = Dice("differences")
        for await _ in Soak.standard.rounds(300) {
            let keys = dice.pick([5, 60, 3000])
            var map = SortedMap<Int, Int>()
            for _ in 0..<dice.below(keys * 2) { map[dice.below(keys)] = 0 }
            var other = map
            var changed: [Int: Int] = [:]
            for number in 1...(1 + dice.below(dice.pick([3, 200]))) {
                let key = dice.below(keys)
                other[key] = dice.chance(1, in: 2) ? nil : number
                changed[key] = number
            }
            var (looks, found) = (0, Set<Int>())
            var last = Int.min
            map.forEachDifference(to: other) { key, before, after in
                looks += 1
                #expect(key > last)
                last = key
                #expect(before == map[key] && after == other[key])
                if before != after { found.insert(key) }
            }
            #expect(found == Set(changed.keys.filter { map[$0] != other[$0] }))
            // One page for each change, and occasionally a merged neighbor.
            #expect(looks <= changed.count * 4 * SortedMap<Int, Int>.capacity)
        }
    }

    @Test func unrelatedVersionsAreComparedEntryByEntry() {
        let first = SortedMap(sorted: (0..<1000).map { (key: $0, value: 0) })
        let second = SortedMap(sorted: (500..<40_000).map { (key: $0, value: $0 % 2) })
        var counts = [0, 0, 0]
        first.forEachDifference(to: second) { _, before, after in
            counts[before == nil ? 0 : after == nil ? 1 : 2] += 1
        }
        #expect(counts == [39_000, 500, 500])
        var none = 0
        SortedMap<Int, Int>().forEachDifference(to: first) { _, before, _ in none += before == nil ? 1 : 0 }
        first.forEachDifference(to: SortedMap()) { _, _, after in none += after == nil ? 1 : 0 }
        #expect(none == 2000)
    }
}

extension SortedMap.Page {
    fileprivate var allKeys: [Key] { keys.indices.map { keys[$0] } }
    fileprivate var allValues: [Value] { values.indices.map { values[$0] } }
    fileprivate var allPages: [SortedMap.Page] { pages.indices.map { pages[$0] } }
}

extension Int: SortedKey {
    static func compare(_ left: Int, _ right: Int) -> Int { left < right ? -1 : left == right ? 0 : 1 }
}
