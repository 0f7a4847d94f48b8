// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

public import LatchkeySecrets

/// What can be read from a store, inside one consistent view of it.
public protocol StoreReading {
    // Projects
    func project(_ id: ProjectID) throws -> Project?
    func projects() throws -> [Project]
    func apiKey(_ text: String) throws -> APIKey?
    /// Revoked ones included, oldest first.
    func apiKeys(of project: ProjectID) throws -> [APIKey]
    func apps(of project: ProjectID) throws -> [RegisteredApp]
    func provider(_ id: ProviderID, of project: ProjectID) throws -> ProviderConfiguration?
    func providers(of project: ProjectID) throws -> [ProviderConfiguration]

    // Accounts
    func account(_ id: AccountID, in realm: Realm) throws -> Account?
    /// The account whose own address it is.
    func account(withEmail email: EmailAddress, in realm: Realm) throws -> Account?
    /// The account that an identity is linked to.
    func account(linkedTo identity: IdentityKey, in realm: Realm) throws -> Account?
    /// Accounts one of whose identities has the address, by uid; at most 100.
    func accounts(withIdentityEmail email: EmailAddress, in realm: Realm) throws -> [Account]
    /// Accounts in the order of their uids, those after `last` if it is given.
    func accounts(in realm: Realm, after last: AccountID?, limit: Int) throws -> [Account]
    /// How many identities of a provider were linked under another origin than this one.
    func identityCount(of provider: ProviderID, in project: ProjectID, outsideOrigin origin: String) throws -> Int

    // Sessions and what leads to them
    func session(withRefreshToken fingerprint: Fingerprint) throws -> Session?
    func sessions(of account: AccountID, in realm: Realm) throws -> [Session]
    func flow(_ id: Fingerprint) throws -> SignInFlow?
    func pendingCredential(_ id: Fingerprint) throws -> PendingCredential?

    // Records and keys
    /// Newest first.
    func events(of project: ProjectID, subject: AccountID?, limit: Int) throws -> [AuthEvent]
    func signingKeys() throws -> [SigningKey]
}
