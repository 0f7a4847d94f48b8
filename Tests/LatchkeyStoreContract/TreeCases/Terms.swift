import LatchkeyTree

extension TreeContract {
    static let terms: [Case] = [
        Case("writes of a term that has ended throw and change nothing") { store in
            let former = try await store.newTerm(of: .shop)
            try await store.keep(LeftWrites(client: "c", requester: "eve", writes: [0: [.set(.root, Node(false))]]), in: former)
            let current = try await store.newTerm(of: .shop)
            try expect(current.number > former.number, "the number of a later term is higher")
            for (name, write) in writes(to: store, in: former) {
                try expect(await outcome(of: write) is DatabaseTermEnded, "\(name) throws")
            }
            let stored = try await store.loaded()
            try expect(stored.sequence, is: 0)
            try expect(stored.root, is: .empty)
            try expect(stored.settings, is: DatabaseSettings())
            try expect(try await store.rulesVersions(of: .shop), is: [])
            try expect(try await store.leftWrites(in: .shop).map(\.requester), is: ["eve"])
            for (name, write) in writes(to: store, in: current) { try expect(await outcome(of: write) == nil, "\(name) succeeds") }
        },
        Case("a snapshot of a term that has ended does not disturb the one of the current term") { store in
            let texts = (0..<60_000).map { "\"text number \($0) é\"" }
            let root = try Node(json: "[\(texts.joined(separator: ","))]".utf8)
            let former = try await store.newTerm(of: .shop)
            let saving = Task { try? await store.save(TreeSnapshot(root: .empty, sequence: 1), in: former) }
            let current = try await store.newTerm(of: .shop)
            try await store.append([TreeLogEntry(sequence: 1, changes: [.set(.root, root)])], in: current)
            try await store.save(TreeSnapshot(root: root, sequence: 1), in: current)
            await saving.value
            try expect(try await store.loaded().root == root, "the tree is that of the current term")
        },
        Case("the terms of two databases are independent") { store in
            try await store.make(.archive, rules: "{}")
            let term = try await store.newTerm(of: .shop)
            _ = try await store.newTerm(of: .archive)
            try await store.append([try TreeLogEntry(1, "a", "1")], in: term)
            try expect(try await store.loaded().sequence, is: 1)
        },
        Case("one of several terms that begin at the same time is the current one") { store in
            let terms = try await concurrently(10) { _ in try await store.newTerm(of: .shop) }
            try expect(Set(terms.map(\.number)).count, is: 10)
            for term in terms {
                let error = await outcome(of: { try await store.append([try TreeLogEntry(term.number, "a", "1")], in: term) })
                try expect((error == nil) == (term == terms.max { $0.number < $1.number }), "only the last term writes")
            }
        },
    ]
}
