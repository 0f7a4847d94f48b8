import Hummingbird

struct Note: ResponseCodable {
    let text: String
}

/// The notes of all users, by uid. They are kept in memory, because this example is about access control.
actor Notes {
    private var byPerson: [String: [Note]] = [:]

    static let maxNotes = 100
    static let maxCharacters = 1000

    var count: Int { byPerson.values.reduce(0) { $0 + $1.count } }

    func of(_ uid: String) -> [Note] { byPerson[uid, default: []] }

    func add(_ note: Note, of uid: String) throws {
        guard (1...Self.maxCharacters).contains(note.text.count) else {
            throw HTTPError(.badRequest, message: "A note has 1 to \(Self.maxCharacters) characters.")
        }
        guard byPerson[uid, default: []].count < Self.maxNotes else {
            throw HTTPError(.conflict, message: "There are \(Self.maxNotes) notes already, which is the most.")
        }
        byPerson[uid, default: []].append(note)
    }
}
