// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyIdentity
import LatchkeySecrets

struct ProviderButton {
    let id: String
    let name: String

    init(_ configuration: ProviderConfiguration) {
        id = configuration.provider.rawValue
        name = configuration.displayName
    }
}

struct IdentityRow {
    let provider: String
    let label: String
    let rawID: String

    init(_ identity: Identity) {
        provider = identity.key.provider.displayName
        label = identity.screenName.map { "@" + $0 } ?? identity.displayName ?? ""
        rawID = identity.key.rawID
    }
}

struct PasskeyRow {
    let id: String
    let name: String

    init(_ passkey: Passkey) {
        id = Base64URL.encode(passkey.credentialID)
        name = passkey.name
    }
}

struct SignInContent {
    let sandbox: Bool
    let project: String
    let message: String?
    /// Something that went well.
    let notice: String?
    let providers: [ProviderButton]
    let password: Bool
    /// Whether browsers can have passkeys under this address.
    let passkeys: Bool
    let csrf: String
    let email: String
}

struct AccountContent {
    let sandbox: Bool
    let name: String
    let message: String?
    let uid: String
    let email: String?
    let emailVerified: Bool
    let identities: [IdentityRow]
    let linkable: [ProviderButton]
    let present: [PasskeyRow]
    let passkeys: Bool
    let csrf: String
}

struct LeaveContent {
    let sandbox: Bool
    let provider: String
    let url: String
}

struct ConfirmContent {
    let sandbox: Bool
    let email: String
    let provider: String
    let providers: [ProviderButton]
    let password: Bool
    let passkeys: Bool
    let csrf: String
}

extension ProviderConfiguration {
    /// How the project calls the provider, or else everybody.
    var displayName: String { parameters[.displayName] ?? provider.displayName }
}

extension ProviderID {
    /// How people call a provider.
    var displayName: String {
        if self == .password { return "E-mail" }
        return ProviderKind.all.first { $0.id == self }?.displayName ?? rawValue
    }
}
