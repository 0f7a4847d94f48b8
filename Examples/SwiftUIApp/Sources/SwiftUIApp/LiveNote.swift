import Foundation
import LatchkeyDatabase
import Observation

/// The note of one person, as it is in the database at this moment, whoever changed it.
@MainActor @Observable
final class LiveNote {
    /// The note; `nil` until it is known.
    private(set) var text: String?
    /// Why it cannot be read or written.
    private(set) var problem: String?

    private let place: DatabaseReference

    /// - Parameter uid: whose note. The rules must let this person read and write `users/UID`.
    init(of uid: String, in database: Database = Database.database()) {
        place = database.reference(withPath: "users/\(uid)/note")
    }

    /// Keeps ``text`` true until the task is cancelled, or reading is not allowed any more.
    func follow() async {
        do {
            for try await snapshot in place.values {
                text = snapshot.value as? String ?? ""
                problem = nil
            }
        } catch {
            problem = error.localizedDescription
        }
    }

    /// Writes the note, which ``text`` shows at once, and takes back if the server refuses.
    func write(_ text: String) async {
        do {
            try await place.setValue(text)
            problem = nil
        } catch {
            problem = error.localizedDescription
        }
    }
}
