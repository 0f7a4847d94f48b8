import LatchkeyTree

extension TreeContract {
    static let removals: [Case] = [
        Case("a database whose removal began does not exist, and its name stays taken until every part is removed") { store in
            try await store.make(.archive, rules: "{}")
            for number in 1...5 { try await store.append([try TreeLogEntry(Int64(number), "a", "1")], to: .shop) }
            try await store.save(TreeSnapshot(root: try Node(json: #"{"b":2}"#.utf8), sequence: 3), of: .shop)
            try await store.save(RulesEdit("new", savedAt: 1), of: .shop)
            try await store.keep(LeftWrites(client: "c", requester: "ada", writes: [1: [.set(.root, Node(true))]]), in: .shop)
            try expect(try await store.storedBytes(of: .shop) > 0, "data has a size")
            try expect(try await store.beginRemoval(of: .shop), is: true)
            try expect(try await store.beginRemoval(of: .shop), is: false)
            try expect(try await store.load(.shop) == nil, "it cannot be loaded")
            try expect(try await store.databases(of: "demo"), is: [.archive])
            try expect(try await store.databasesWithLeftWrites(), is: [])
            try expect(try await store.storedBytes(of: .shop), is: 0)
            try expect(try await store.removals(), is: [.shop])
            try expect(try await store.database(named: "shop"), is: .shop)
            try await store.make(.shop, rules: "other")
            try expect(try await store.load(.shop) == nil, "it cannot be created while data is left")
            while try await store.removeNextPart(of: .shop) {}
            try expect(try await store.removals(), is: [])
            try expect(try await store.database(named: "shop"), is: nil)
            try await store.make(.shop, rules: "other")
            let stored = try await store.loaded()
            try expect(stored.root, is: .empty)
            try expect(stored.rules, is: "other")
            try expect(try await store.rulesVersions(of: .shop).count, is: 0)
            try expect(try await store.leftWrites(in: .shop).count, is: 0)
        },
        Case("writes to a database whose removal began throw, and only that database loses data") { store in
            try await store.make(.archive, rules: "{}")
            try await store.append([try TreeLogEntry(1, "a", "1")], to: .archive)
            let term = try await store.newTerm(of: .shop)
            try expect(try await store.beginRemoval(of: .shop), is: true)
            for (name, write) in writes(to: store, in: term) { try expect(await outcome(of: write) != nil, "\(name) throws") }
            try expect(try await store.beginTerm(of: .shop), is: nil)
            try expect(try await store.removeNextPart(of: .archive), is: false)
            while try await store.removeNextPart(of: .shop) {}
            try expect(try await store.loaded(.archive).sequence, is: 1)
            try expect(try await store.beginRemoval(of: .missing), is: false)
        },
    ]
}
