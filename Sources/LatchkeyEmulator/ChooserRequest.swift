import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyProviders
import LatchkeySignInFlow
import LatchkeySignInPages
import LatchkeyWeb

/// The destination of the account chooser's result, from the query of its URL.
struct ChooserRequest: Sendable {
    let provider: ProviderID
    /// The API key; nil in this server's own flows.
    let apiKey: String?
    let tenant: TenantID
    private let query: Parameters
    private let handler: String

    /// Reads the query.
    ///
    /// - Returns: `nil` if the query names no provider or no destination.
    init?(_ query: Parameters, publicAddress handler: String) {
        guard let provider = query["providerId"].unlessEmpty else { return nil }
        self.provider = ProviderID(rawValue: provider.lowercased())
        apiKey = query["apiKey"].unlessEmpty
        tenant = query["tid"].unlessEmpty.map { TenantID(rawValue: $0) } ?? .none
        self.query = query
        self.handler = handler
        if query["callback"].unlessEmpty != nil, query["state"].unlessEmpty != nil { return }
        guard apiKey != nil, ["appName", "clientId", "appId", "apn", "ibi"].contains(where: { query[$0].unlessEmpty != nil }) else {
            return nil
        }
    }

    /// Returns the delivery of an account to the destination.
    ///
    /// - Returns: `nil` if the destination is missing or invalid.
    func delivery(of account: ChosenAccount) -> WebDelivery? {
        guard let claims = try? account.json() else { return nil }
        if let callback = query["callback"].unlessEmpty, let state = query["state"] {
            guard WebOrigin(callback) != nil else { return nil }
            let parameters: Parameters = ["state": state, "id_token": claims]
            return open(callback + (callback.contains("?") ? "&" : "?") + parameters.formEncoded)
        }
        let credential: Parameters = ["providerId": provider.rawValue, "id_token": claims]
        let link = handler + "?" + credential.formEncoded
        let authType = query["authType"] ?? ""
        if authType.lowercased().contains("popup") { return deliver(.popup, url: "", link: link, authType) }
        if let package = query["apn"].unlessEmpty { return open(android(package, link: link, authType)) }
        if query["ibi"].unlessEmpty != nil || query["appId"].unlessEmpty != nil || query["clientId"].unlessEmpty != nil {
            return apple(link: link, authType).map(open)
        }
        guard let url = query["redirectUrl"].unlessEmpty, WebOrigin(url) != nil else { return nil }
        return deliver(.redirect, url: url, link: link, authType)
    }

    private func open(_ url: String) -> WebDelivery { WebDelivery(.open, url: url) }

    private func deliver(_ kind: WebDelivery.Kind, url: String, link: String, _ authType: String) -> WebDelivery {
        let event = WebEvent(
            type: authType, eventId: query["eventId"].unlessEmpty, urlResponse: link, sessionId: "ValueNotUsedByAuthEmulator",
            postBody: "", tenantId: tenant == .none ? nil : tenant.rawValue)
        return WebDelivery(kind, url: url, event: event.json, apiKey: apiKey ?? "", appName: query["appName"] ?? "")
    }

    /// Returns the link in the form that Firebase's iOS client expects.
    private func apple(link: String, _ authType: String) -> String? {
        let inner: Parameters = ["authType": authType, "eventId": query["eventId"] ?? "", "link": link]
        let origin = handler.replacing("/emulator/auth/handler", with: "")
        let url = PercentEncoding.encode(origin + ReturnTarget.callbackPath + "?" + inner.formEncoded)
        let scheme: String
        var host = "firebaseauth"
        if let clientID = query["clientId"].unlessEmpty {
            scheme = clientID.split(separator: ".").reversed().joined(separator: ".")
        } else if let appID = query["appId"].unlessEmpty {
            scheme = "app-" + appID.replacing(":", with: "-")
        } else {
            scheme = query["ibi"] ?? ""
            host = "google"
        }
        return Self.isScheme(scheme) ? scheme + "://" + host + "/link?deep_link_id=" + url : nil
    }

    /// Whether a text is a scheme of an app (RFC 3986, section 3.1). The schemes that browsers handle themselves contain neither a dot nor
    /// a hyphen.
    private static func isScheme(_ text: String) -> Bool {
        let bytes = Array(text.lowercased().utf8)
        guard let first = bytes.first, (0x61...0x7a).contains(first), text.contains(where: { $0 == "." || $0 == "-" }) else { return false }
        return bytes.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || [0x2b, 0x2d, 0x2e].contains($0) }
    }

    /// Returns the intent URL that Firebase's Android client expects.
    private func android(_ package: String, link: String, _ authType: String) -> String {
        let extras = [
            ("S.authType", authType), ("S.eventId", query["eventId"] ?? ""), ("S.link", link), ("B.encryptionEnabled", "false"),
        ]
        return "intent://firebase.auth/#Intent;scheme=genericidp;package=" + PercentEncoding.encode(package) + ";"
            + extras.map { $0.0 + "=" + PercentEncoding.encode($0.1) + ";" }.joined() + "end;"
    }
}
