import LatchkeyTestSupport
import Testing

@testable import LatchkeyTree

/// The size of nodes, as the limits of databases count it.
@Suite struct NodeSizeTests {
    @Test(arguments: [
        ("null", 8), ("true", 8), ("1.5", 8), (#""Zoë""#, 6), (#"{".value":1,".priority":2}"#, 16),
        // 48 for the object, and 48 plus the key for each child.
        (#"{"a":1}"#, 48 + 48 + 1 + 8), (#"{"a":1,"né":"xy"}"#, 48 + 48 + 1 + 8 + 48 + 3 + 4),
        (#"{"a":{"b":{"c":"x"}}}"#, 3 * 48 + 3 * 49 + 3), (#"{".priority":"hi","a":1}"#, 48 + 4 + 57),
    ])
    func aTreeHasASize(_ json: String, _ size: Int) throws {
        #expect(try tree(json).estimatedBytes == size)
    }

    /// The size that a tree maintains through changes equals the size of the same tree when it is parsed anew.
    @Test func theSizeFollowsEveryChange() throws {
        var dice = Dice("sizes")
        var node = Node.empty
        let values = try ["null", "1", #""text""#, #"{"x":{"y":"z"},"w":1}"#, #"{".value":3,".priority":"p"}"#].map { try tree($0) }
        for _ in 0..<2000 {
            let chance = Int(dice.next() % 1_000_000)
            let keys = (0..<(chance % 3 + 1)).map { key("k\(chance / 3 / [1, 7, 49][$0] % 7)") }
            let place = TreePath(keys: keys)
            switch chance % 11 {
            case 0: node = node.setting(priority: chance % 2 == 0 ? .number(1) : .none, at: place)
            case 1: node = node.resolvingServerValues(existing: node, now: 5)
            default: node = node.setting(values[chance % values.count], at: place)
            }
            #expect(node.estimatedBytes == (try copy(node)).estimatedBytes)
        }
        #expect(!node.isEmpty)
    }

    @Test func queryResultsHaveASize() throws {
        let node = try tree(#"{"a":1,"b":"xyz","c":{"d":1}}"#)
        let shown = try Query(order: .key, limit: .first(2)).apply(to: node)
        #expect(shown.estimatedBytes == (try tree(#"{"a":1,"b":"xyz"}"#)).estimatedBytes)
        #expect(shown.setting(.empty, at: try path("b")).estimatedBytes == (try tree(#"{"a":1}"#)).estimatedBytes)
    }

    @Test(
        arguments: [
            ("0", 0), ("1048576", 1_048_576), ("10MB", 10_485_760), ("10 mb", 10_485_760), ("2GB", 2_147_483_648), ("7KB", 7168),
            ("", nil), ("MB", nil), ("1.5GB", nil), ("-1", nil), ("5 apples", nil), ("9999999999999999", nil), ("999999999999999GB", nil),
        ] as [(String, Int?)])
    func aSettingWritesASize(_ text: String, _ bytes: Int?) {
        #expect(ByteCount(text: text)?.bytes == bytes)
    }

    @Test(arguments: [(1 << 30, "1 GB"), (10 << 20, "10 MB"), (1536, "1536 bytes"), (3 << 10, "3 KB"), (0, "0 bytes")])
    func aSizeIsShown(_ bytes: Int, _ text: String) {
        #expect(ByteCount(bytes).description == text)
    }

    @Test(
        arguments: [
            ("/users/$uid", ["users", "*"]), ("rooms/$r/posts", ["rooms", "*", "posts"]), ("/$any", ["*"]),
            ("/", nil), ("", nil), ("/users/$", nil), ("/users/", nil), ("//users", nil), ("/a.b", nil), ("/a/#", nil),
        ] as [(String, [String]?)])
    func aPatternHasKeysAndVariables(_ pattern: String, _ keys: [String]?) {
        let limit = PathSizeLimit(pattern, maxBytes: 2048)
        #expect(limit?.keys.map { $0?.text ?? "*" } == keys)
    }

    @Test func limitsForPathsAreBounded() throws {
        #expect(throws: PathSizeLimitError.self) { try PathSizeLimits(["/a": 100]) }
        #expect(throws: PathSizeLimitError.self) {
            try PathSizeLimits(Dictionary(uniqueKeysWithValues: (0...PathSizeLimit.maxCount).map { ("/k\($0)", 2048) }))
        }
        #expect(PathSizeLimits.ownUsers.bytes == ["/users/$uid": 10_485_760])
        #expect(DatabaseSettings().sizeLimit == 1_073_741_824)
    }
}
