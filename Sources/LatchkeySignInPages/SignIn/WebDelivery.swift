package import HTTPTypes
package import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyProviders
import LatchkeySignInFlow
import LatchkeyWeb

/// The last page of a sign-in that started in a web app. Its script delivers the event to the app's page only.
package struct WebDelivery: Sendable {
    /// How the event is delivered.
    ///
    /// - `popup`: To this server's frame in the page that opened this window.
    /// - `redirect`: Into this server's storage, for the frame in the page that is opened next.
    /// - `refusal`: To the page that opened this window. The event is an error, which is not secret.
    /// - `open`: No event is delivered; a URL is opened.
    package enum Kind: String {
        case popup, redirect, refusal, open
    }

    let kind: String
    let headline: String
    let text: String
    /// The URL to open next.
    let url: String
    /// The origin that may receive the event. Empty in an emulator, whose projects have no authorized domains to check.
    let origin: String
    let event: String
    let apiKey: String
    let appName: String
    let script = PageAsset.webDelivery.address
    let sandbox = false

    package init(
        _ kind: Kind, headline: String = "Back to the app",
        text: String = "The app goes on from here. You can close this window if it stays.",
        url: String = "", origin: String = "", event: String = "", apiKey: String = "", appName: String = ""
    ) {
        self.kind = kind.rawValue
        self.headline = headline
        self.text = text
        self.url = url
        self.origin = origin
        self.event = event
        self.apiKey = apiKey
        self.appName = appName
    }

    init(_ event: WebEvent, to page: WebReturn) {
        self.init(
            page.isPopup ? .popup : .redirect, url: page.isPopup ? "" : page.url, origin: WebOrigin(page.url)?.text ?? "",
            event: event.json, apiKey: page.apiKey, appName: page.appName)
    }

    /// Creates an error for the page that opened a popup. The project may not have authorized the page, so the error describes only the
    /// page's own request.
    ///
    /// - Returns: `nil` for a request that did not come from a popup, or does not name its page.
    init?(_ problem: HandlerProblem, query: QueryParameters) {
        guard let type = query.only("authType"), WebReturn.popups.contains(type),
            let url = query.only("redirectUrl"), url.utf8.count <= WebReturn.maxURLBytes, let origin = WebOrigin(url),
            let eventID = query.only("eventId"), eventID.utf8.count <= HandlerRequest.maxEventIDBytes
        else {
            return nil
        }
        let event = WebEvent(type: type, eventId: eventID, error: .init(code: problem.code, message: problem.text))
        self.init(
            .refusal, headline: "This sign-in cannot begin", text: problem.text, origin: origin.text, event: event.json,
            apiKey: query["apiKey"] ?? "", appName: query["appName"] ?? "")
    }
}

extension PageRenderer {
    package func delivery(_ delivery: WebDelivery, status: HTTPResponse.Status = .ok) throws -> Response {
        try page("webflow-delivery", delivery, status: status, script: true)
    }
}
