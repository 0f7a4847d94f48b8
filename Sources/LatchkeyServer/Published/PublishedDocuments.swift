import Hummingbird
import LatchkeyIdentity
import LatchkeyWeb

/// The documents that every server publishes: keys, app associations, health, configuration, its own API.
struct PublishedDocuments {
    let basics: ServerBasics
    let authority: TokenAuthority
    /// The API key in the configuration of web apps, in place of a key of the project.
    let anyKey: String?
    let document: APIDocumentEndpoint
    let pages: PageRenderer
    let readiness: Readiness
    let drain: Drain

    func add(to router: Router<ServerContext>, record: APIRecord) {
        KeyDocuments(authority: authority, store: basics.store, publicAddress: basics.publicAddress).add(to: router)
        AppAssociation(store: basics.store).add(to: router)
        Health(readiness: readiness, drain: drain).add(to: router)
        WebConfiguration(basics: basics, emulatorKey: anyKey).add(to: router)
        document.add(to: router)
        DocsPage(pages: pages, document: document).add(to: router)
        record.add(APIOperation.documents)
    }
}
