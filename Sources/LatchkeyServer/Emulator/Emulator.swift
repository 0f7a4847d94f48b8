// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import LatchkeyIdentity
import LatchkeyWire

/// Everything of the emulator's mode, put together.
struct Emulator: Sendable {
    let emulation: Emulation
    let projects: EmulatedProjects
    let providers: EmulatedProviders
    private let parts: ServerParts

    init(_ emulation: Emulation, parts: ServerParts) {
        self.emulation = emulation
        self.parts = parts
        providers = EmulatedProviders(store: parts.store, sealer: parts.sealer, publicAddress: parts.publicAddress, now: parts.now)
        projects = EmulatedProjects(
            emulation: emulation, store: parts.store,
            setup: ProjectSetup(store: parts.store, sealer: parts.sealer, now: parts.now, random: parts.random), providers: providers,
            now: parts.now)
    }

    /// The URL behind a link in a mail; it applies the code at once.
    func url(of link: ActionLink) -> String {
        let link = ActionLink(
            mode: link.mode, code: link.code, apiKey: link.apiKey.isEmpty ? Emulation.apiKey : link.apiKey, language: link.language,
            continueURL: link.continueURL, tenant: link.tenant)
        return parts.publicAddress.url + EmulatorActionPage.path + "?" + link.query
    }

    func ownerForms(
        administration: AccountAdministration, codes: AdminSendOobCodeEndpoint, clientAddress: ClientAddress
    ) -> OwnerForms {
        var forms = OwnerForms(projects: projects, clientAddress: clientAddress)
        forms.add(CreateAccountEndpoint(administration: administration), as: SignUpEndpoint.name)
        forms.add(LookupAccountsEndpoint(store: parts.store), as: LookupEndpoint.name)
        forms.add(
            UpdateAccountEndpoint(store: parts.store, administration: administration, now: parts.now), as: UpdateEndpoint.name)
        forms.add(DeleteAccountEndpoint(administration: administration), as: DeleteEndpoint.name)
        forms.add(codes, as: SendOobCodeEndpoint.name)
        return forms
    }

    func add(
        to router: Router<ServerContext>, resolver: CallerResolver, administration: AccountAdministration,
        batchCreate: BatchCreateEndpoint, codes: CodeEndpoints, pages: PageRenderer
    ) {
        EmulatedRecaptcha.add(to: router)
        EmulatorAdministration(
            projects: projects, store: parts.store, administration: administration,
            codes: EmulatedCodes(store: parts.store, sealer: parts.sealer, phoneCodes: emulation.phoneCodes, now: parts.now)
        ).add(to: router)
        EmulatorActionPage(resolver: resolver, codes: codes).add(to: router)
        LegacyAccountLists(projects: projects, list: BatchGetEndpoint(store: parts.store), create: batchCreate).add(to: router)
        AccountChooser(resolver: resolver, projects: projects, store: parts.store, publicAddress: parts.publicAddress, pages: pages)
            .add(to: router)
        router.get("/") { _, _ in try Response.json(EmulatorReadiness()) }
    }
}
