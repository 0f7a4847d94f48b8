#if canImport(SwiftUI)
import Foundation
import LatchkeyAuth
import SwiftUI

/// The sign-in buttons. The model reports the activity, and the dialogs of ``RootView`` show errors.
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
