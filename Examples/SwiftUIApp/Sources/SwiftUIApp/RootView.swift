#if canImport(SwiftUI)
import Foundation
import LatchkeyAuth
import SwiftUI

/// The sign-in view, or the note of the signed-in user.
struct RootView: View {
    let model: SignInModel

    var body: some View {
        VStack(spacing: 16) {
            if let user = model.user {
                // The view's identity is the uid, so that another user does not see the note and the draft of the previous one.
                NoteView(user: user, signOut: { model.signOut() }).id(user.uid)
            } else {
                SignInView(model: model)
            }
        }
        .padding()
        .signInDialogs(model)
        // Needed only for pages that the app shows with its own `AuthUIDelegate`. The system's sheet receives the callback itself.
        .onOpenURL { _ = Auth.auth().canHandle($0) }
    }
}
#endif
