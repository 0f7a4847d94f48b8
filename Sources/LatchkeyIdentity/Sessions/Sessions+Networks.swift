import Foundation

extension Throttle.Action {
    static let newNetwork = Self(rawValue: "new_network")
    /// An attempt to record a session's use from a new network.
    static let newNetworkAttempt = Self(rawValue: "new_network_attempt")
    static let newNetworkMail = Self(rawValue: "new_network_mail")
}

extension Sessions {
    /// The limit of recorded new networks per account, so that a stolen token that is used from thousands cannot fill the audit log.
    static let newNetworks = Quota(20, everySeconds: 3600)
    /// Clients often send several requests at once. Only the first of them records the network. If that fails, another attempt is made
    /// after this time.
    static let newNetworkAttempts = Quota(1, everySeconds: 10)
    static let newNetworkMails = Quota(1, everySeconds: 6 * 3600)
    private static let mailLifetimeSeconds = 86_400.0

    /// Records that the session of a verified token is used from a new network, and notifies the account holder if the project enables it.
    package func noteNetwork(of holder: SignedInCaller, from client: ClientDescription) async {
        // The sessions of an emulator's tokens are synthetic.
        guard holder.caller.project.policies.endsSessions else { return }
        await noteNetwork(of: holder.session, from: client)
    }

    /// Records that a session is used from a new network, and notifies the account holder if the project enables it.
    ///
    /// Failures are ignored, because a read-only request has to succeed on a full disk. Known networks cause no read or write.
    package func noteNetwork(of session: Session, from client: ClientDescription) async {
        guard let address = client.address, address != session.client.address, let network = Session.network(of: address),
            !session.knows(network)
        else { return }
        let account = session.account.rawValue
        do {
            try await throttle?.take(
                .newNetworkAttempt, of: Self.newNetworkAttempts, for: Self.attemptKey(session, address), in: session.realm)
            try await throttle?.take(.newNetwork, of: Self.newNetworks, for: account, in: session.realm)
        } catch {
            return
        }
        let mails = await takesMail(of: session)
        let isRecorded = (try? await store.write { try write(network, address, of: session.id, mails: mails, in: $0) }) ?? false
        guard !isRecorded else { return }
        // Otherwise, failed attempts on a full disk would use up the quotas, and a later use would cause no event and no mail.
        await throttle?.giveBack(.newNetwork, of: Self.newNetworks, for: account, in: session.realm)
        if mails { await throttle?.giveBack(.newNetworkMail, of: Self.newNetworkMails, for: account, in: session.realm) }
    }

    /// Returns the key under which attempts are counted: the session, and the client's IPv4 address or IPv6 site. If each IPv6 network had
    /// a key, a client with the 65,536 networks of a site could evict the counts of others.
    private static func attemptKey(_ session: Session, _ address: String) -> String {
        "\(session.id.rawValue) \(NetworkPrefix(of: address).map { ($0.site ?? $0).bytes } ?? [])"
    }

    /// Whether a mail has to be sent and the account's quota permits it.
    private func takesMail(of session: Session) async -> Bool {
        do {
            // Outside the transaction that sends it, because its body may run twice.
            guard try await store.read({ try mailRecipient(of: session, in: $0) != nil }) else { return false }
            try await throttle?.take(.newNetworkMail, of: Self.newNetworkMails, for: session.account.rawValue, in: session.realm)
            return true
        } catch {
            return false
        }
    }

    /// - Returns: Whether an event was written.
    private func write(
        _ network: String, _ address: String, of id: SessionID, mails: Bool, in transaction: any StoreWriting
    ) throws -> Bool {
        // A concurrent use may have recorded the network already.
        guard let session = try transaction.session(id), !session.knows(network) else { return false }
        try transaction.setNetworks(session.networks(with: network), of: id)
        // The session's first network is unknown, so this one may be it.
        guard session.client.address != nil || !session.networks.isEmpty else { return false }
        let instant = now().inWholeMilliseconds
        try transaction.append(
            AuthEvent(
                at: instant, realm: session.realm, kind: .newNetwork, outcome: .allowed, subject: session.account, session: id,
                method: session.method, address: address))
        guard mails, let outbox, let account = try mailRecipient(of: session, in: transaction), let email = account.email else {
            return true
        }
        try outbox.enqueue(
            .newNetwork, by: .email, to: email.text,
            MessageContent(
                displayName: account.displayName, email: email.text, address: address,
                time: instant.formatted(.iso8601.dateSeparator(.dash).timeSeparator(.colon).dateTimeSeparator(.space))),
            in: session.realm, at: instant, expiresAt: instant.addingTimeInterval(Self.mailLifetimeSeconds), transaction: transaction)
        return true
    }

    /// Returns the account if its project notifies account holders and its address is verified.
    private func mailRecipient(of session: Session, in view: any StoreReading) throws -> Account? {
        guard outbox != nil, try view.project(session.realm.project)?.settings.newNetworkMails == true,
            let account = try view.account(session.account, in: session.realm), account.email != nil, account.emailVerified
        else { return nil }
        return account
    }
}
