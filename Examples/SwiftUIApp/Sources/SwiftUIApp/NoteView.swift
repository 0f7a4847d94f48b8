#if canImport(SwiftUI)
import Foundation
import LatchkeyAuth
import SwiftUI

/// The signed-in user and the user's note. The note is updated when any client changes it.
struct NoteView: View {
    private let user: User
    private let signOut: () -> Void
    @State private var note: LiveNote
    @State private var draft = ""

    init(user: User, signOut: @escaping () -> Void) {
        self.user = user
        self.signOut = signOut
        _note = State(initialValue: LiveNote(of: user.uid))
    }

    var body: some View {
        VStack(spacing: 12) {
            Text(verbatim: user.displayName ?? user.email ?? user.uid).font(.headline)
            if let text = note.text {
                Text(verbatim: text.isEmpty ? "There is no note." : text)
            } else {
                ProgressView()
            }
            TextField("A new note", text: $draft)
                .onSubmit {
                    let text = draft
                    draft = ""
                    Task { await note.write(text) }
                }
            if let problem = note.problem {
                Text(verbatim: problem).foregroundStyle(.red)
            }
            Button("Sign out", role: .destructive) { signOut() }
        }
        .task(id: user.uid) { await note.follow() }
    }
}
#endif
