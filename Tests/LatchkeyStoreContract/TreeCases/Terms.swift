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
        Case("a process whose term has ended does not remove parts of a snapshot that is being saved") { store in
            let texts = (0..<60_000).map { "\"text number \($0) é\"" }
            let root = try Node(json: "[\(texts.joined(separator: ","))]".utf8)
            let former = try await store.newTerm(of: .shop)
            let current = try await store.newTerm(of: .shop)
            let saving = Task {
                for sequence in 1...5 as ClosedRange<Int64> {
                    try await store.save(TreeSnapshot(root: root, sequence: sequence), in: current)
                    try expect(try await store.loaded().root == root, "the tree is complete")
                }
            }
            let disturbing = Task {
                while !Task.isCancelled { try? await store.save(TreeSnapshot(root: .empty, sequence: 9), in: former) }
            }
            defer { disturbing.cancel() }
            try await saving.value
        },
        Case("the terms of two databases are independent") { store in
            try await store.make(.archive, rules: "{}")
            let term = try await store.newTerm(of: .shop)
            _ = try await store.newTerm(of: .archive)
            try await store.append([try TreeLogEntry(1, "a", "1")], in: term)
            try expect(try await store.loaded().sequence, is: 1)
        },
        Case("a term of a removed database is none of another one with its name") { store in
            let former = try await store.newTerm(of: .shop)
            try expect(try await store.beginRemoval(of: .shop), is: true)
            while try await store.removeNextPart(of: .shop) {}
            try await store.make(.shop, rules: "{}")
            for _ in 0..<3 {
                try expect(try await store.newTerm(of: .shop) != former, "the term is a new one")
                for (name, write) in writes(to: store, in: former) { try expect(await outcome(of: write) != nil, "\(name) throws") }
            }
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
