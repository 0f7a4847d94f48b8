import Foundation
import LatchkeyIdentity
import LatchkeySecrets

/// A transaction on a copy of the state. The operations on each part are in the files of Parts.
final class MemoryTransaction: StoreWriting {
    var state: MemoryState
    var changesConfiguration = false
    var addsMessages = false
    /// The conflict that ended the transaction.
    private var end: StoreConflict?

    init(_ state: MemoryState) {
        self.state = state
    }

    func proveWritable() throws {}
}

extension MemoryTransaction {
    func require(_ condition: Bool, _ subject: StoreConflict.Subject, _ detail: String) throws {
        guard condition else { throw conflict(subject, detail) }
    }

    /// Creates a conflict, which ends the transaction.
    func conflict(_ subject: StoreConflict.Subject, _ detail: String) -> StoreConflict {
        let conflict = StoreConflict(subject, detail: detail)
        end = conflict
        return conflict
    }

    /// Throws the conflict that ended the transaction, if there is one.
    func requireOpen() throws {
        if let end { throw end }
    }

    func attempt<T>(_ body: () throws -> T) throws -> T {
        try requireOpen()
        let before = state
        do {
            let result = try body()
            try requireOpen()
            return result
        } catch {
            (state, end) = (before, nil)
            throw error
        }
    }

    func requireProject(_ id: ProjectID) throws {
        try require(state.projects[id] != nil, .project, "no such project")
    }

    /// Checks the references of a row: its account, or its project if it has no account.
    func requireOwner(of row: some AccountRow) throws {
        guard let owner = row.owner else { return try requireProject(row.realm.project) }
        try requireAccount(owner, in: row.realm)
    }

    func requireAccount(_ id: AccountID, in realm: Realm) throws {
        try require(state.accounts[AccountKey(id, in: realm)] != nil, .account, "no such account")
    }

    /// Inserts a row with an unguessable id, which must be unused.
    func insert<Row: FingerprintedRow>(_ row: Row, into rows: WritableKeyPath<MemoryState, [Row]>) throws {
        try require(!state[keyPath: rows].contains { $0.id == row.id }, .other, "the id is taken")
        state[keyPath: rows].append(row)
    }

    /// Removes and returns a row of a realm that has not expired.
    func take<Row: FingerprintedRow>(
        _ id: Fingerprint, from rows: WritableKeyPath<MemoryState, [Row]>, in realm: Realm, at now: Date,
        where condition: (Row) -> Bool = { _ in true }
    ) -> Row? {
        let found = state[keyPath: rows].firstIndex { $0.id == id && $0.realm == realm && $0.expiresAt > now && condition($0) }
        return found.map { state[keyPath: rows].remove(at: $0) }
    }

    /// Consumes one attempt at a row of a realm that has not expired and has attempts left.
    func consumeTry<Row: FingerprintedRow>(
        _ id: Fingerprint, of rows: WritableKeyPath<MemoryState, [Row]>, tries: WritableKeyPath<Row, Int>, in realm: Realm, at now: Date,
        where condition: (Row) -> Bool = { _ in true }
    ) -> Row? {
        let found = state[keyPath: rows].firstIndex {
            $0.id == id && $0.realm == realm && $0.expiresAt > now && $0[keyPath: tries] > 0 && condition($0)
        }
        guard let found else { return nil }
        state[keyPath: rows][found][keyPath: tries] -= 1
        return state[keyPath: rows][found]
    }

    /// Removes the rows that meet a condition.
    ///
    /// - Returns: The number of removed rows.
    @discardableResult
    func remove<Row>(_ rows: WritableKeyPath<MemoryState, [Row]>, where condition: (Row) -> Bool) -> Int {
        let before = state[keyPath: rows].count
        state[keyPath: rows].removeAll(where: condition)
        return before - state[keyPath: rows].count
    }
}

extension Sequence where Element: AccountRow {
    /// The rows of an account.
    func of(_ account: AccountID, in realm: Realm) -> [Element] {
        filter { $0.belongs(to: account, in: realm) }
    }
}

extension AccountRow {
    func belongs(to account: AccountID, in realm: Realm) -> Bool {
        self.realm == realm && owner == account
    }
}

extension String {
    /// Compares bytewise, as SQL does.
    func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }

    func equals(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
