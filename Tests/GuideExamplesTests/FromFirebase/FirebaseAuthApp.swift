// snippet.FromFirebase.auth
import LatchkeyAuth

// snippet.end

/// An app of FirebaseAuth after its migration, as the guide "From Firebase to Latchkey" shows it.
///
/// It is compiled and not run, because its server does not exist. ``FirebaseAuthExample`` runs the same calls.
@MainActor enum FirebaseAuthApp {
    static func signIn() {
        // snippet.FromFirebase.auth
        Auth.configure(AuthConfiguration(serverURL: "https://auth.example.com", apiKey: "lk_..."))

        let provider = OAuthProvider(providerID: "twitter.com")
        provider.customParameters = ["lang": "fr"]
        provider.getCredentialWith(nil) { credential, error in
            guard let credential else { return }
            Auth.auth().signIn(with: credential) { authResult, error in
                print(authResult?.user.uid ?? "nobody", authResult?.additionalUserInfo?.profile ?? [:])
            }
        }
        // snippet.end
    }
    static func read(_ authResult: AuthDataResult) async throws -> ProviderResponse {
        // snippet.FromFirebase.request
        let me = try await authResult.user.providerRequest(.twitter, get: "/2/users/me")
        // snippet.end
        return me
    }
}
