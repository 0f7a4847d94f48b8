import Hummingbird
import LatchkeyWeb

/// `/docs`: a page that shows the OpenAPI document. Its script loads the document from ``APIDocumentEndpoint``.
struct DocsPage {
    let pages: PageRenderer

    static let path = "/docs"

    func add(to router: Router<ServerContext>) {
        for asset in PageAsset.docs { asset.add(to: router) }
        let content = [
            "style": PageAsset.docsStyle.address, "script": PageAsset.docsScript.address, "document": APIDocumentEndpoint.path,
        ]
        router.get(RouterPath(Self.path)) { _, _ in try pages.page("docs-page", content, script: true) }
    }
}
