// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

public import LatchkeySecrets

/// What a provider said about a person, checked with the provider and for our own client.
public struct ProviderAssertion: Sendable, Equatable {
    public var key: IdentityKey
    /// Absent when the person shares none: an e-mail is never required.
    public var email: EmailAddress?
    public var addressVerifiedByProvider: Bool
    public var displayName: String?
    public var screenName: String?
    public var photoURL: String?
    /// The provider's profile as JSON text.
    public var rawUserInfo: String
    public var tokens: ProviderTokens

    public init(
        key: IdentityKey, email: EmailAddress? = nil, addressVerifiedByProvider: Bool = false, displayName: String? = nil,
        screenName: String? = nil, photoURL: String? = nil, rawUserInfo: String = "{}", tokens: ProviderTokens
    ) {
        self.key = key
        self.email = email
        self.addressVerifiedByProvider = addressVerifiedByProvider
        self.displayName = displayName
        self.screenName = screenName
        self.photoURL = photoURL
        self.rawUserInfo = rawUserInfo
        self.tokens = tokens
    }
}

/// What the provider lets the app do in the person's name; handed on to the app and kept only while a flow is open.
public struct ProviderTokens: Sendable, Equatable {
    public var accessToken: Secret<String>
    /// OAuth 1.0a only.
    public var tokenSecret: Secret<String>?
    public var scopes: [String]
    public var expiresInSeconds: Int?

    public init(accessToken: Secret<String>, tokenSecret: Secret<String>? = nil, scopes: [String] = [], expiresInSeconds: Int? = nil) {
        self.accessToken = accessToken
        self.tokenSecret = tokenSecret
        self.scopes = scopes
        self.expiresInSeconds = expiresInSeconds
    }
}
