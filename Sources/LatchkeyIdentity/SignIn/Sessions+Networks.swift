// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Throttle.Deed {
    static let newNetwork = Self(rawValue: "new_network")
    static let newNetworkMail = Self(rawValue: "new_network_mail")
}

extension Sessions {
    /// New networks of one account that are written down: a stolen token that is used from thousands must not fill the record of events.
    static let newNetworks = Quota(20, everySeconds: 3600)
    static let newNetworkMails = Quota(1, everySeconds: 6 * 3600)
    private static let mailLifetimeSeconds = 86_400.0

    /// Writes down that a session is used from a network new to it, and tells the account's holder where the project
    /// says so.
    ///
    /// Best effort: a use that only reads has to succeed on a full disk. Where the network is known, nothing is read or written.
    func noteNetwork(of session: Session, from client: ClientDescription) async {
        guard let address = client.address, address != session.client.address, let network = Session.network(of: address),
            !session.knows(network)
        else { return }
        let account = session.account.rawValue
        do {
            try throttle?.take(.newNetwork, of: Self.newNetworks, for: account, in: session.realm)
            let isWanted = try await store.read { try mailRecipient(of: session, in: $0) != nil }
            // Outside the transaction, whose body may run twice.
            let mails = isWanted && takesMail(of: session)
            try await store.write { try write(network, address, of: session.id, mails: mails, in: $0) }
        } catch {
            // The next use tries again.
        }
    }

    private func takesMail(of session: Session) -> Bool {
        do {
            try throttle?.take(.newNetworkMail, of: Self.newNetworkMails, for: session.account.rawValue, in: session.realm)
            return true
        } catch {
            return false
        }
    }

    private func write(
        _ network: String, _ address: String, of id: SessionID, mails: Bool, in transaction: any StoreWriting
    ) throws {
        // Another use may have come first.
        guard let session = try transaction.session(id), !session.knows(network) else { return }
        try transaction.setNetworks(session.networks(with: network), of: id)
        // Where it began is not known, so this may be the place.
        guard session.client.address != nil || !session.networks.isEmpty else { return }
        let instant = now().inWholeMilliseconds
        try transaction.append(
            AuthEvent(
                at: instant, realm: session.realm, kind: .newNetwork, outcome: .allowed, subject: session.account, session: id,
                method: session.method, address: address))
        guard mails, let outbox, let account = try mailRecipient(of: session, in: transaction), let email = account.email else { return }
        try outbox.enqueue(
            .newNetwork, by: .email, to: email.text,
            MessageContent(
                displayName: account.displayName, email: email.text, address: address,
                time: instant.formatted(.iso8601.dateSeparator(.dash).timeSeparator(.colon).dateTimeSeparator(.space))),
            in: session.realm, at: instant, expiresAt: instant.addingTimeInterval(Self.mailLifetimeSeconds), transaction: transaction)
    }

    /// The account, where its project wants its holder to be told and its address is known to be the holder's.
    private func mailRecipient(of session: Session, in view: any StoreReading) throws -> Account? {
        guard outbox != nil, try view.project(session.realm.project)?.settings.newNetworkMails == true,
            let account = try view.account(session.account, in: session.realm), account.email != nil, account.emailVerified
        else { return nil }
        return account
    }
}
