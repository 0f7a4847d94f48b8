public import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyWeb

/// Checks whether providers accept their configurations, without signing in a user.
public struct ProviderCheckups: Sendable {
    let sealer: Sealer
    let transport: any ProviderTransport
    /// The server's public address; empty if it is not known. Callback URLs are then not checked.
    let publicAddress: PublicAddress
    let reader: CheckupReader
    let now: WallClock

    /// Creates the checks.
    ///
    /// - Parameters:
    ///   - sealer: Opens the stored secrets of the providers.
    ///   - transport: Sends the requests to the providers.
    ///   - publicAddress: The server's public address; empty if it is not known. Callback URLs are then not checked.
    ///   - reader: The audience of the findings.
    ///   - now: The wall clock, which is compared with the provider's.
    public init(
        sealer: Sealer, transport: any ProviderTransport, publicAddress: PublicAddress, reader: CheckupReader, now: @escaping WallClock
    ) {
        self.sealer = sealer
        self.transport = transport
        self.publicAddress = publicAddress
        self.reader = reader
        self.now = now
    }

    /// Checks a configuration with its provider and returns the findings. A disabled provider is not called.
    public func findings(on configuration: ProviderConfiguration) async -> [CheckupFinding] {
        let subject = "\(configuration.project): \(configuration.provider)"
        guard configuration.enabled else { return [.ok(subject, "disabled; not checked")] }
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
