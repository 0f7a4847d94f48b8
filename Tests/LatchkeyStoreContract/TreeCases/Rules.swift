import LatchkeyTree

extension TreeContract {
    static let rules: [Case] = [
        Case("rules are stored as they were, byte for byte") { store in
            for text in ["{ /* é */ }", "", "{\r\n\t\"rules\": {}\n}\n"] {
                try await store.save(RulesEdit(text, savedAt: 1), of: .shop)
                try expect(try await store.loaded().rules, is: text)
            }
        },
        Case("earlier rules are versions with their author and time, the latest first") { store in
            try expect(try await store.rulesVersions(of: .shop), is: [])
            try await store.save(RulesEdit("second", savedAt: 2, author: "ada"), of: .shop)
            try await store.save(RulesEdit("third", savedAt: 3), of: .shop)
            try expect(
                try await store.rulesVersions(of: .shop),
                is: [
                    RulesVersion(number: 3, savedAt: 3, author: nil), RulesVersion(number: 2, savedAt: 2, author: "ada"),
                    RulesVersion(number: 1, savedAt: nil, author: nil),
                ])
            for (number, text) in [(1, "{}"), (2, "second"), (3, "third"), (4, nil), (0, nil)] as [(Int, String?)] {
                try expect(try await store.rules(ofVersion: number, of: .shop), is: text)
            }
        },
        Case("the oldest of more than the kept number of versions are removed") { store in
            let last = RulesVersion.maxKept + 2
            for number in 2...last { try await store.save(RulesEdit("\(number)", savedAt: 4), of: .shop) }
            try expect(try await store.rulesVersions(of: .shop).map(\.number), is: Array((3...last).reversed()))
            try expect(try await store.rules(ofVersion: 2, of: .shop), is: nil)
            try expect(try await store.rules(ofVersion: 3, of: .shop), is: "3")
        },
        Case("versions belong to their database, and those of a database that does not exist are an error") { store in
            try await store.make(.archive, rules: "{}")
            try await store.save(RulesEdit("second", savedAt: 2), of: .shop)
            try expect(try await store.rulesVersions(of: .archive), is: [])
            try expect(try await store.rules(ofVersion: 2, of: .archive), is: nil)
            try expect(await outcome(of: { _ = try await store.rulesVersions(of: .missing) }) != nil, "the list throws")
            try expect(await outcome(of: { _ = try await store.rules(ofVersion: 1, of: .missing) }) != nil, "the text throws")
        },
    ]
}
