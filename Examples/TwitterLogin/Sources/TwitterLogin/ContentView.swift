#if canImport(UIKit) && canImport(SafariServices)
import Foundation
public import SwiftUI

// snippet.S4.13.view
/// A button that signs in, and what came of it.
public struct ContentView: View {
    @Environment(TwitterService.self) private var service
    @State private var problem: String?

    public init() {}

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
        // Closed by a hand it ends the sign-in; closed by the service, there is nothing left to end.
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
