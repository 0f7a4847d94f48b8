#if canImport(SwiftUI)
import Foundation
import LatchkeyAuth
import SwiftUI

/// Who is not signed in sees the ways to do so; who is sees their note.
struct RootView: View {
    let model: SignInModel

    var body: some View {
        VStack(spacing: 16) {
            if let user = model.user {
                // Another person gets a view of their own: the note and the draft are state that would stay.
                NoteView(user: user, signOut: { model.signOut() }).id(user.uid)
            } else {
                SignInView(model: model)
            }
        }
        .padding()
        .signInDialogs(model)
        // Only for pages that the app shows by an `AuthUIDelegate` of its own: the system's sheet has the answer itself.
        .onOpenURL { _ = Auth.auth().canHandle($0) }
    }
}
#endif
