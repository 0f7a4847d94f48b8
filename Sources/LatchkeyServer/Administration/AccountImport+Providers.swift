// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyIdentity
public import LatchkeySecrets

extension AccountImport {
    /// With the addresses of the providers that we know.
    public init(
        store: any AccountStore, passwords: PasswordVault, sealer: Sealer, knownProviders: [ProviderKind], now: @escaping WallClock,
        random: RandomTokens = .system
    ) {
        var origins: [ProviderID: String] = [:]
        for kind in knownProviders where kind.id.identityProvider == kind.id {
            if case .standard(let issuer) = kind.settings.issuer {
                origins[kind.id] = issuer
            } else {
                origins[kind.id] = kind.settings.api
            }
        }
        let known = origins
        self.init(
            store: store, passwords: passwords, sealer: sealer,
            // An identity of a provider that nobody can sign in with here yet keeps its place.
            standardOrigin: { known[$0] ?? "https://\($0.rawValue)" }, now: now, random: random)
    }
}
