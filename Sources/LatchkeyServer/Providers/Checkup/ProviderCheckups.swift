public import LatchkeyIdentity
import LatchkeySecrets
public import LatchkeyWeb

/// Asks providers whether they accept what is configured: nobody is signed in by it.
public struct ProviderCheckups: Sendable {
    let sealer: Sealer
    let transport: any ProviderTransport
    /// Empty while it is not known; callbacks are not asked about then.
    let publicAddress: PublicAddress
    let reader: CheckupReader
    let now: WallClock

    public init(
        sealer: Sealer, transport: any ProviderTransport, publicAddress: PublicAddress, reader: CheckupReader, now: @escaping WallClock
    ) {
        self.sealer = sealer
        self.transport = transport
        self.publicAddress = publicAddress
        self.reader = reader
        self.now = now
    }

    /// What the provider says to the configuration, and what that means.
    public func findings(on configuration: ProviderConfiguration) async -> [CheckupFinding] {
        let subject = "\(configuration.project): \(configuration.provider)"
        guard configuration.enabled else { return [.ok(subject, "switched off; not asked")] }
        let context = ProviderConfiguration.sealingContext(
            project: configuration.project, tenant: configuration.tenant, provider: configuration.provider)
        guard let secret = try? sealer.openText(configuration.sealedSecret, for: context) else {
            return [
                .wrong(
                    subject, "the stored secret cannot be opened: it was sealed with another master key, or changed",
                    mend: "Copy the key and the secret again, and \(reader.storing(configuration))")
            ]
        }
        let callback = publicAddress.url.isEmpty ? nil : publicAddress.callbackURL
        return await ProviderCheckup(
            configuration: configuration, secret: secret, callback: callback, reader: reader, transport: transport, now: now
        ).findings()
    }
}
