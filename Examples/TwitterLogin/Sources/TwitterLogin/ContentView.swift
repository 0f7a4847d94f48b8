#if canImport(UIKit) && canImport(SafariServices)
import Foundation
public import SwiftUI

// snippet.S4.13.view
/// A sign-in button and the result of the sign-in.
public struct ContentView: View {
    @Environment(TwitterService.self) private var service
    @State private var problem: String?

    /// Creates a view.
    public init() {}

    /// The content of the view.
    public var body: some View {
        @Bindable var service = service
        VStack(spacing: 16) {
            if let credential = service.credential {
                Text("Signed in as @\(credential.screenName)")
                Text("Account \(credential.userID)").font(.footnote)
            }
            if let problem {
                Text(problem).foregroundStyle(.red)
            }
            Button("Sign in with Twitter") {
                Task { await signIn() }
            }
        }
        // If the user dismisses the sheet, the sign-in is canceled. If the service dismisses it, `cancel()` has no effect.
        .sheet(isPresented: $service.showSheet, onDismiss: { service.cancel() }) {
            SafariView(url: service.authUrl)
        }
    }

    private func signIn() async {
        problem = nil
        do {
            try await service.authorize()
        } catch {
            problem = String(describing: error)
        }
    }
}
// snippet.end
#endif
