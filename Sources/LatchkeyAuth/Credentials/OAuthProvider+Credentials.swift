public import Foundation

extension OAuthProvider {
    /// A credential of an access token that the app has already.
    ///
    /// The server refuses it when the provider cannot say to which app it was issued (Microsoft, GitLab, X and most of `oidc.*`).
    public static func credential(providerID: AuthProviderID, accessToken: String) -> OAuthCredential {
        OAuthCredential(providerID: providerID.rawValue, accessToken: accessToken)
    }

    /// A credential of an ID token, and of an access token where there is one.
    public static func credential(providerID: AuthProviderID, idToken: String, accessToken: String? = nil) -> OAuthCredential {
        OAuthCredential(providerID: providerID.rawValue, accessToken: accessToken, idToken: idToken)
    }

    /// A credential of an ID token with the raw nonce whose SHA-256 it carries.
    public static func credential(
        providerID: AuthProviderID, idToken: String, rawNonce: String, accessToken: String? = nil
    ) -> OAuthCredential {
        OAuthCredential(providerID: providerID.rawValue, accessToken: accessToken, idToken: idToken, rawNonce: rawNonce)
    }

    /// A credential of what Sign in with Apple gives an app.
    ///
    /// - Parameter fullName: What Apple tells the first time that the person signs in, and never again: the account keeps it.
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

// The names of Firebase's earlier versions.
extension OAuthProvider {
    /// A credential of an access token that the app has already.
    public static func credential(withProviderID providerID: String, accessToken: String) -> OAuthCredential {
        OAuthCredential(providerID: providerID, accessToken: accessToken)
    }

    /// A credential of an ID token, and of an access token where there is one.
    public static func credential(
        withProviderID providerID: String, idToken: String, accessToken: String? = nil
    ) -> OAuthCredential {
        OAuthCredential(providerID: providerID, accessToken: accessToken, idToken: idToken)
    }

    /// A credential of an ID token with the raw nonce whose SHA-256 it carries.
    public static func credential(
        withProviderID providerID: String, idToken: String, rawNonce: String, accessToken: String? = nil
    ) -> OAuthCredential {
        OAuthCredential(providerID: providerID, accessToken: accessToken, idToken: idToken, rawNonce: rawNonce)
    }
}
