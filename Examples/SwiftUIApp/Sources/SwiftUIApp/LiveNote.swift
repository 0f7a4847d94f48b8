import Foundation
import LatchkeyDatabase
import Observation

/// The current note of a user in the database, updated after every change by any client.
@MainActor @Observable
final class LiveNote {
    /// The note; `nil` until it has been loaded.
    private(set) var text: String?
    /// The error of the last read or write.
    private(set) var problem: String?

    private let place: DatabaseReference

    /// Creates a note.
    ///
    /// - Parameter uid: The owner's uid. The rules must allow this user to read and write `users/UID`.
    init(of uid: String, in database: Database = Database.database()) {
        place = database.reference(withPath: "users/\(uid)/note")
    }

    /// Keeps ``text`` up to date until the task is canceled or the rules no longer allow reading.
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

    /// Writes the note. ``text`` shows the new value immediately, and the previous value again if the server rejects the write.
    func write(_ text: String) async {
        do {
            try await place.setValue(text)
            problem = nil
        } catch {
            problem = error.localizedDescription
        }
    }
}
