import LatchkeyTree

extension TreeContract {
    static let databases: [Case] = [
        Case("a new database is empty, with its rules and the settings of a new database") { store in
            let stored = try await store.loaded()
            try expect(stored.root, is: .empty)
            try expect(stored.sequence, is: 0)
            try expect(stored.rules, is: "{}")
            try expect(stored.settings, is: DatabaseSettings())
        },
        Case("databases are found by their names, and listed by project in the order of the names") { store in
            try await store.make(.archive, rules: "{}")
            try await store.make(DatabaseID(project: "other", name: "books"), rules: "{}")
            try expect(try await store.databases(of: "demo"), is: [.archive, .shop])
            try expect(try await store.databases(of: "other").map(\.name), is: ["books"])
            try expect(try await store.databases(of: "third"), is: [])
            try expect(try await store.database(named: "shop"), is: .shop)
            try expect(try await store.database(named: "missing"), is: nil)
            try expect(try await store.load(.missing) == nil, "a database that was not created cannot be loaded")
        },
        Case("creating a database that exists changes nothing") { store in
            try await store.append([try TreeLogEntry(1, "a", "1")], to: .shop)
            try await store.make(.shop, rules: "other")
            let stored = try await store.loaded()
            try expect(stored.rules, is: "{}")
            try expect(stored.sequence, is: 1)
        },
        Case("a name belongs to one project, and creating it in another one has no effect") { store in
            let taken = DatabaseID(project: "other", name: "shop")
            try await store.make(taken, rules: "other")
            try expect(try await store.database(named: "shop"), is: .shop)
            try expect(try await store.load(taken) == nil, "the other project has no database of that name")
            try expect(try await store.databases(of: "other"), is: [])
            try expect(try await store.loaded().rules, is: "{}")
        },
        Case("one of several concurrent creations of a database takes effect") { store in
            let texts = try await concurrently(10) { number in
                try await store.make(.archive, rules: "rules \(number)")
                return try await store.loaded(.archive).rules
            }
            try expect(Set(texts).count, is: 1)
        },
        Case("settings are stored as they were, for their database only") { store in
            try await store.make(.archive, rules: "{}")
            let settings = DatabaseSettings(
                defaultWriteSizeLimit: .tiny, strictTriggerValidation: false, sizeLimit: 5 << 20,
                pathSizeLimits: try PathSizeLimits(["/rooms/$room": 4096]))
            try await store.save(settings, of: .shop)
            try expect(try await store.loaded().settings, is: settings)
            try expect(try await store.loaded(.archive).settings, is: DatabaseSettings())
        },
        Case("every write to a database that does not exist throws, and creates none") { store in
            try expect(try await store.beginTerm(of: .missing), is: nil)
            for number in 0...1 as ClosedRange<Int64> {
                for (name, write) in writes(to: store, in: DatabaseTerm(of: .missing, number: number)) {
                    try expect(await outcome(of: write) != nil, "\(name) throws")
                }
            }
            try expect(try await store.database(named: "missing"), is: nil)
        },
    ]

    /// A write of each kind.
    static func writes(to store: any TreeStore, in term: DatabaseTerm) -> [(name: String, write: @Sendable () async throws -> Void)] {
        let left = LeftWrites(client: "c", requester: "ada", writes: [0: [.set(.root, Node(true))]])
        return [
            ("a change", { try await store.append([try TreeLogEntry(1, "a", "1")], in: term) }),
            ("a snapshot", { try await store.save(TreeSnapshot(root: Node(true), sequence: 1), in: term) }),
            ("rules", { try await store.save(RulesEdit("{}", savedAt: 1), in: term) }),
            ("settings", { try await store.save(DatabaseSettings(sizeLimit: 5 << 20), in: term) }),
            ("onDisconnect writes", { try await store.keep(left, in: term) }),
            ("the end of a client", { try await store.forgetLeftWrites(of: "c", in: term) }),
        ]
    }

    /// Returns the error that a closure throws.
    static func outcome(of body: () async throws -> Void) async -> (any Error)? {
        do {
            try await body()
            return nil
        } catch {
            return error
        }
    }
}
