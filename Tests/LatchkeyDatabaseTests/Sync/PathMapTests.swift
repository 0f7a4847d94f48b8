import LatchkeyTree
import Testing

@testable import LatchkeyDatabase

@Suite struct PathMapTests {
    /// All paths of three levels with two keys each.
    private static func places() throws -> [TreePath] {
        var level = [TreePath.root]
        var all = level
        for _ in 0..<3 {
            level = try level.flatMap { path in try ["a", "b"].map { path.appending(try TreePath($0)) } }
            all += level
        }
        return all
    }

    @Test func lookupsMatchAList() throws {
        let places = try Self.places()
        // Every third path is left out, and every fifth is removed again.
        var map = PathMap<Int>()
        var list: [TreePath: Int] = [:]
        for (number, place) in places.enumerated() where number % 3 != 0 { (map[place], list[place]) = (number, number) }
        for (number, place) in places.enumerated() where number % 5 == 0 { (map[place], list[place]) = (nil, nil) }
        for place in places {
            #expect(map[place] == list[place])
            #expect(Set(map.related(to: place).map(\.path)) == Set(list.keys.filter { $0.isRelated(to: place) }), "\(place)")
            #expect(Set(map.below(place).map(\.value)) == Set(list.filter { place.contains($0.key) && $0.key != place }.values))
            let above = list.keys.filter { $0.contains(place) }.sorted { $0.keys.count < $1.keys.count }
            #expect(map.onTheWay(to: place).map(\.path) == above)
            let children = list.filter { $0.key.parent == place }.values
            #expect(Set(map.children(of: place).map(\.value)) == Set(children))
        }
        for place in places { map[place] = nil }
        #expect(map.isEmpty)
    }

    @Test func aValueIsChangedInItsPlace() throws {
        var map = PathMap<[Int]>()
        let place = try TreePath("a/b")
        map[place, default: []].append(1)
        map[place, default: []].append(2)
        map[place]?.removeFirst()
        #expect(map[place] == [2])
        map[try TreePath("a/c")]?.append(1)
        #expect(map.all.map(\.path) == [place])
    }
}
