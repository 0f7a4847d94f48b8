#if canImport(SwiftUI)
import Foundation
import LatchkeyAuth
import SwiftUI

/// The ways to sign in. The model says whether one is under way, and the dialogs of ``RootView`` what went wrong.
struct SignInView: View {
    let model: SignInModel

    var body: some View {
        VStack(spacing: 12) {
            Text("Notes").font(.headline)
            SignInButton(.twitter, model: model)
            SignInButton(.gitHub, model: model)
            if model.isBusy {
                Button("Cancel", role: .cancel) { model.cancel() }
            }
        }
    }
}
#endif
