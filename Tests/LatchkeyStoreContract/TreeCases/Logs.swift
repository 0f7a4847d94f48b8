import LatchkeyTree

extension TreeContract {
    static let logs: [Case] = [
        Case("changes are loaded in the order in which they were appended") { store in
            try await store.append(
                [
                    try TreeLogEntry(1, "a", #"{"x": 1, "y": {".value": "é", ".priority": 2.5}}"#),
                    TreeLogEntry(
                        sequence: 2,
                        changes: [
                            .set(try TreePath("a/x"), .empty), .setPriority(try TreePath("a"), .string("p")),
                            .set(try TreePath("b"), Node(true)),
                        ]),
                ], to: .shop)
            try await store.append([try TreeLogEntry(3, "b/c", "3")], to: .shop)
            let stored = try await store.loaded()
            try expect(stored.entries.map(\.sequence), is: [1, 2, 3])
            try expect(stored.entries.map(\.changes.count), is: [1, 3, 1])
            try expect(stored.sequence, is: 3)
            let root = #"{"a":{".priority":"p","y":{".value":"é",".priority":2.5}},"b":{"c":3}}"#
            try expect(stored.root.json(.export), is: root)
        },
        Case("values are loaded exactly as they were appended") { store in
            let values = [
                "0.1", "1e300", "-5e-324", "9007199254740993", "true", "false", #""""#, #""\u0000\u001f 😀 é""#, #"{"0":"zero","-1":-1}"#,
                #"{".value":1,".priority":"p"}"#, #"{".priority":-1.5,"日本":{"é":"é"}}"#,
            ]
            let nodes = try values.map { try Node(json: $0.utf8) }
            for (number, node) in nodes.enumerated() {
                let change = TreeChange.set(try TreePath("v/\(number)"), node)
                try await store.append([TreeLogEntry(sequence: Int64(number + 1), changes: [change])], to: .shop)
            }
            let logged = try await store.loaded()
            try await store.save(TreeSnapshot(root: logged.root, sequence: logged.sequence), of: .shop)
            for stored in [logged, try await store.loaded()] {
                for (number, node) in nodes.enumerated() {
                    let found = stored.root[try TreePath("v/\(number)")]
                    try expect(found == node && found.json(.export) == node.json(.export), "\(values[number]) is \(found.json(.export))")
                }
            }
        },
        // Data that was accepted under higher limits must not make the whole database unreadable.
        Case("a value over the limit for new writes is loaded") { store in
            let node = Node(.string(String(repeating: "a", count: TreeLimits.standard.maxStringBytes + 3)))
            try await store.append([TreeLogEntry(sequence: 1, changes: [.set(try TreePath("a"), node)])], to: .shop)
            let root = try await store.loaded().root
            try expect(root[try TreePath("a")] == node, "the text is that of the log")
            try await store.save(TreeSnapshot(root: root, sequence: 1), of: .shop)
            try expect(try await store.loaded().root == root, "the text is that of the snapshot")
        },
        Case("entries with a number that was appended before are refused together, so that no write is stored twice") { store in
            try await store.append([try TreeLogEntry(1, "a", "1"), try TreeLogEntry(2, "b", "2")], to: .shop)
            let late = [try TreeLogEntry(3, "c", "3"), try TreeLogEntry(2, "b", "9")]
            let error = await outcome(of: { try await store.append(late, to: .shop) })
            try expect(error != nil, "the second number 2 is refused")
            let stored = try await store.loaded()
            try expect(stored.entries.map(\.sequence), is: [1, 2])
            try expect(stored.root.json(), is: #"{"a":1,"b":2}"#)
        },
        Case("the logs of two databases are independent") { store in
            try await store.make(.archive, rules: "{}")
            _ = try await concurrently(2) { number in
                for sequence in 1...20 {
                    let entry = try TreeLogEntry(Int64(sequence), "k\(sequence)", "\(number)")
                    try await store.append([entry], to: number == 0 ? .shop : .archive)
                }
            }
            for (number, database) in [DatabaseID.shop, .archive].enumerated() {
                let stored = try await store.loaded(database)
                try expect(stored.entries.map(\.sequence), is: Array(1...20))
                for sequence in 1...20 { try expect(stored.root[try TreePath("k\(sequence)")].json(), is: "\(number)") }
            }
        },
    ]
}
