// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyIdentity
import LatchkeyServer

extension Administrator {
    /// Checks the public address and every provider that is switched on, of one project or of all.
    func checkProviders(of project: String?, publicURL: String?) async throws -> [DoctorCheck] {
        let address = PublicAddress(publicURL ?? publicAddress.url)
        let callback = address.url.isEmpty ? nil : address.callbackURL
        let (projects, configurations) = try await store.read { view in
            let projects = try project.map { [try view.requireProject($0)] } ?? view.projects()
            return (projects.map(\.id), try projects.flatMap { try view.providers(of: $0.id) })
        }
        var checks = [checkPublicAddress(address)]
        for project in projects where !configurations.contains(where: { $0.project == project }) {
            checks.append(.ok("\(project)", "no provider is configured: people sign in with a password or anonymously"))
        }
        for configuration in configurations {
            checks += await check(configuration, callback: callback)
        }
        return checks
    }

    private func checkPublicAddress(_ address: PublicAddress) -> DoctorCheck {
        let subject = "public address"
        let url = address.url
        if url.isEmpty {
            return .wrong(
                subject, "it is not known without a running server, so callbacks were not checked",
                mend: "Start the server, or name the address with --public-url.")
        }
        guard url.hasPrefix("https://") || AddressRange.isLoopback(ofURL: url) else {
            return .wrong(
                subject, "\(url) lets passwords and tokens travel in the clear",
                mend: "Put TLS in front (--tls-cert and --tls-key, or a proxy) and set public-url to the https address.")
        }
        return .ok(subject, url)
    }

    private func check(_ configuration: ProviderConfiguration, callback: String?) async -> [DoctorCheck] {
        let subject = "\(configuration.project): \(configuration.provider)"
        guard configuration.enabled else { return [.ok(subject, "switched off; not asked")] }
        let context = ProviderConfiguration.sealingContext(
            project: configuration.project, tenant: configuration.tenant, provider: configuration.provider)
        guard let secret = try? sealer.openText(configuration.sealedSecret, for: context) else {
            return [
                .wrong(
                    subject, "the stored secret cannot be opened: it was sealed with another master key, or changed",
                    mend: "Store it again: latchkey projects provider set \(configuration.provider) --project \(configuration.project) "
                        + "--secret-file -")
            ]
        }
        return await ProviderCheckup(
            configuration: configuration, secret: secret, callback: callback, transport: transport, now: now
        ).checks()
    }
}
