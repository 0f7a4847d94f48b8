import Hummingbird
import LatchkeyIdentity
import LatchkeyWeb

/// `/docs`: a page that shows the OpenAPI document, below a guide for the first calls. Its script loads the document from
/// ``APIDocumentEndpoint``.
struct DocsPage {
    let pages: PageRenderer
    let document: APIDocumentEndpoint

    static let path = "/docs"

    private struct Content {
        let style = PageAsset.docsStyle.address
        let script = PageAsset.docsScript.address
        let document = APIDocumentEndpoint.path
        let server: String
        let database: String?
    }

    func add(to router: Router<ServerContext>) {
        for asset in PageAsset.docs { asset.add(to: router) }
        router.get(RouterPath(Self.path)) { _, _ in
            // The addresses are known once the server listens.
            let content = Content(server: document.publicAddress.url, database: document.databaseAddress?.origin)
            return try pages.page("docs-page", content, script: true)
        }
    }
}
