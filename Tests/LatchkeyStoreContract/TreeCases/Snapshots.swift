import LatchkeyTree

extension TreeContract {
    static let snapshots: [Case] = [
        Case("a snapshot replaces the changes up to its number, and keeps those after it") { store in
            try await store.append([try TreeLogEntry(1, "a", "1"), try TreeLogEntry(2, "b", "2")], to: .shop)
            let root = try await store.loaded().root
            try await store.append([try TreeLogEntry(3, "c", "3")], to: .shop)
            try await store.save(TreeSnapshot(root: root, sequence: 2), of: .shop)
            let stored = try await store.loaded()
            try expect(stored.snapshot.sequence, is: 2)
            try expect(stored.snapshot.root.json(), is: #"{"a":1,"b":2}"#)
            try expect(stored.entries.map(\.sequence), is: [3])
            try expect(stored.root.json(), is: #"{"a":1,"b":2,"c":3}"#)
        },
        Case("a large snapshot is loaded as it was, and the next one replaces it") { store in
            let texts = (0..<60_000).map { "\"text number \($0) é\"" }
            let root = try Node(json: "[\(texts.joined(separator: ","))]".utf8)
            try await store.save(TreeSnapshot(root: root, sequence: 7), of: .shop)
            let stored = try await store.loaded()
            try expect(stored.root == root, "the whole tree is loaded")
            try expect(stored.sequence, is: 7)
            try await store.save(TreeSnapshot(root: .empty, sequence: 9), of: .shop)
            try expect(try await store.loaded().root == .empty, "the empty tree replaced it")
            try expect(try await store.loaded().sequence, is: 9)
        },
        Case("a load beside a snapshot and changes finds every acknowledged change once") { store in
            let texts = (0..<120).map { "\"\(String(repeating: "\($0) ", count: 6000))\"" }
            let filler = try Node(json: "[\(texts.joined(separator: ","))]".utf8)
            let start = Node.empty.setting(filler, at: try TreePath("filler"))
            try await store.append([TreeLogEntry(sequence: 1, changes: [.set(try TreePath("filler"), filler)])], to: .shop)
            try await store.save(TreeSnapshot(root: start, sequence: 1), of: .shop)
            let writing = Task {
                for round in 0..<10 {
                    let sequence = Int64(2 * round + 2)
                    try await store.append([try TreeLogEntry(sequence, "count", "\(sequence)")], to: .shop)
                    let root = start.setting(try Node(json: "\(sequence)".utf8), at: try TreePath("count"))
                    try await store.save(TreeSnapshot(root: root, sequence: sequence), of: .shop)
                    try await store.append([try TreeLogEntry(sequence + 1, "count", "\(sequence + 1)")], to: .shop)
                }
            }
            var last: Int64 = 1
            for _ in 0..<40 {
                let stored = try await store.loaded()
                try expect(stored.sequence >= last, "the number \(stored.sequence) does not go back behind \(last)")
                last = stored.sequence
                let numbers = Array(stored.snapshot.sequence..<stored.sequence).map { $0 + 1 }
                try expect(stored.entries.map(\.sequence), is: numbers)
                let count = stored.root[try TreePath("count")].json()
                try expect(count, is: last == 1 ? "null" : "\(last)")
                try expect(stored.root[try TreePath("filler")] == filler, "the rest of the tree is there")
            }
            try await writing.value
            try expect(try await store.loaded().sequence, is: 21)
        },
    ]
}
