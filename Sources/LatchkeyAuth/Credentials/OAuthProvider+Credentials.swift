public import Foundation

extension OAuthProvider {
    /// Creates a credential from an access token that the app already has.
    ///
    /// The server rejects it if the provider cannot tell which app the token was issued to (Microsoft, GitLab, X and most of `oidc.*`).
    public static func credential(providerID: AuthProviderID, accessToken: String) -> OAuthCredential {
        OAuthCredential(providerID: providerID.rawValue, accessToken: accessToken)
    }

    /// Creates a credential from an ID token and, optionally, an access token.
    public static func credential(providerID: AuthProviderID, idToken: String, accessToken: String? = nil) -> OAuthCredential {
        OAuthCredential(providerID: providerID.rawValue, accessToken: accessToken, idToken: idToken)
    }

    /// Creates a credential from an ID token and the raw nonce. The token contains its SHA-256 hash.
    public static func credential(
        providerID: AuthProviderID, idToken: String, rawNonce: String, accessToken: String? = nil
    ) -> OAuthCredential {
        OAuthCredential(providerID: providerID.rawValue, accessToken: accessToken, idToken: idToken, rawNonce: rawNonce)
    }

    /// Creates a credential from the result of Sign in with Apple.
    ///
    /// - Parameter fullName: The name, which Apple supplies only at the user's first sign-in. It is stored in the account.
    public static func appleCredential(
        withIDToken idToken: String, rawNonce: String?, fullName: PersonNameComponents?
    ) -> OAuthCredential {
        OAuthCredential(
            providerID: AuthProviderID.apple.rawValue, idToken: idToken, rawNonce: rawNonce, userJSON: fullName.flatMap(userJSON))
    }

    private static func userJSON(_ name: PersonNameComponents) -> String? {
        let parts = ["firstName": name.givenName, "lastName": name.familyName].compactMapValues { $0 }
        guard !parts.isEmpty, let json = try? JSONEncoder().encode(["name": parts]) else { return nil }
        return String(decoding: json, as: UTF8.self)
    }
}

// The names of earlier Firebase versions.
extension OAuthProvider {
    /// Creates a credential from an access token that the app already has.
    public static func credential(withProviderID providerID: String, accessToken: String) -> OAuthCredential {
        OAuthCredential(providerID: providerID, accessToken: accessToken)
    }

    /// Creates a credential from an ID token and, optionally, an access token.
    public static func credential(
        withProviderID providerID: String, idToken: String, accessToken: String? = nil
    ) -> OAuthCredential {
        OAuthCredential(providerID: providerID, accessToken: accessToken, idToken: idToken)
    }

    /// Creates a credential from an ID token and the raw nonce. The token contains its SHA-256 hash.
    public static func credential(
        withProviderID providerID: String, idToken: String, rawNonce: String, accessToken: String? = nil
    ) -> OAuthCredential {
        OAuthCredential(providerID: providerID, accessToken: accessToken, idToken: idToken, rawNonce: rawNonce)
    }
}
