import LatchkeyTree

extension TreeContract {
    static let leftWrites: [Case] = [
        Case("onDisconnect writes replace those with the same number, and belong to the last requester") { store in
            let timestamp = try Node(json: #"{".sv":"timestamp"}"#.utf8)
            let first: [TreeChange] = [.set(try TreePath("a/b"), timestamp), .setPriority(try TreePath("a"), .string("p"))]
            let second: [TreeChange] = [.set(try TreePath("c"), Node(true))]
            try await store.keep(LeftWrites(client: "two", requester: "bob", writes: [0: second]), in: .shop)
            try await store.keep(LeftWrites(client: "one", requester: "ada", writes: [0: first, 1: second]), in: .shop)
            // The second write is canceled, the first stays, and the third is new.
            let third: [TreeChange] = [.set(try TreePath("d"), .empty)]
            try await store.keep(LeftWrites(client: "one", requester: "eve", writes: [1: [], 2: third]), in: .shop)
            try await store.keep(LeftWrites(client: "two", requester: "bob", writes: [0: third]), in: .shop)
            try expect(
                try await store.leftWrites(in: .shop),
                is: [
                    LeftWrites(client: "one", requester: "eve", writes: [0: first, 2: third]),
                    LeftWrites(client: "two", requester: "bob", writes: [0: third]),
                ])
        },
        Case("onDisconnect writes end with their client, and when all of them are canceled") { store in
            let changes: [TreeChange] = [.set(try TreePath("a"), Node(true))]
            for client in ["one", "two", "three"] {
                try await store.keep(LeftWrites(client: client, requester: "ada", writes: [0: changes]), in: .shop)
            }
            try await store.forgetLeftWrites(of: "two", in: .shop)
            try await store.forgetLeftWrites(of: "unknown", in: .shop)
            try await store.keep(LeftWrites(client: "three", requester: "ada", writes: [0: []]), in: .shop)
            try expect(try await store.leftWrites(in: .shop).map(\.client), is: ["one"])
            try expect(try await store.databasesWithLeftWrites(), is: [.shop])
            try await store.forgetLeftWrites(of: "one", in: .shop)
            try expect(try await store.leftWrites(in: .shop), is: [])
            try expect(try await store.databasesWithLeftWrites(), is: [])
        },
        Case("onDisconnect writes belong to their database, and stay when a snapshot replaces the changes") { store in
            try await store.make(.archive, rules: "{}")
            let left = LeftWrites(client: "one", requester: "ada", writes: [3: [.set(try TreePath("a"), Node(true))]])
            try await store.keep(left, in: .archive)
            try await store.append([try TreeLogEntry(1, "a", "1")], to: .archive)
            try await store.save(TreeSnapshot(root: try await store.loaded(.archive).root, sequence: 1), of: .archive)
            try expect(try await store.leftWrites(in: .archive), is: [left])
            try expect(try await store.leftWrites(in: .shop), is: [])
            try expect(try await store.databasesWithLeftWrites(), is: [.archive])
            try expect(try await store.loaded(.archive).root.json(), is: #"{"a":1}"#)
        },
    ]
}
