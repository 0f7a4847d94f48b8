import Foundation
import LatchkeyOAuth
import LatchkeySecrets

/// The parameters of one web flow: those sent to the server's handler, and those that the callback is checked against.
struct WebFlowRequest: Sendable {
    /// The only flow type that native apps start. It also serves linking and reauthentication.
    static let authType = "signInWithRedirect"

    let configuration: AuthConfiguration
    let providerID: String
    let scopes: [String]
    let customParameters: [String: String]
    let languageCode: String?
    /// Sent when the callback is redeemed. The handler receives only its hash.
    let sessionID: String
    /// Returned with the callback. A callback with another id belongs to another flow.
    let eventID: String

    /// Creates a request.
    ///
    /// - Parameter random: Generates both ids, with 256 bits each.
    init(
        configuration: AuthConfiguration, providerID: String, scopes: [String], customParameters: [String: String],
        languageCode: String?, random: RandomTokens
    ) {
        self.configuration = configuration
        self.providerID = providerID
        self.scopes = scopes
        self.customParameters = customParameters
        self.languageCode = languageCode
        sessionID = random.token()
        eventID = random.token()
    }

    /// Returns the handler's URL for a program that listens on this machine.
    func address(returningTo redirectURL: String) -> String {
        address(["redirectUrl": redirectURL])
    }

    /// Returns the handler's URL for an app that the callback opens.
    func address(returningBy callback: AppCallback) -> String {
        var parameters: Parameters = []
        if case .universalLink = callback { parameters.append("returnBy", "universalLink") }
        if let bundleID = configuration.bundleID { parameters.append("ibi", bundleID) }
        if let appID = configuration.appID { parameters.append("appId", appID) }
        return address(parameters)
    }

    private func address(_ returning: Parameters) -> String {
        var query: Parameters = ["apiKey": configuration.apiKey, "authType": Self.authType]
        query.append(contentsOf: returning)
        query.append("sessionId", Fingerprint(of: sessionID).hex)
        query.append("eventId", eventID)
        query.append("providerId", providerID)
        if !scopes.isEmpty { query.append("scopes", scopes.joined(separator: ",")) }
        if let json = customParametersText { query.append("customParameters", json) }
        if let tenant = configuration.tenantID { query.append("tid", tenant) }
        query.append("v", AuthBackend.clientVersion)
        if let languageCode { query.append("hl", languageCode) }
        return configuration.base + "/__/auth/handler?" + query.formEncoded
    }

    private var customParametersText: String? {
        guard !customParameters.isEmpty else { return nil }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(customParameters)).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// The result of a web flow: the URL that the server redeems, and the session id that proves which client started the flow.
struct WebFlowOutcome: Sendable {
    let link: String
    let sessionID: String
}

/// Runs the provider's page for the user and returns the `link` of the callback.
protocol WebFlow: Sendable {
    func run(_ request: WebFlowRequest, delegate: (any AuthUIDelegate)?) async throws -> String
    /// Accepts a URL that opened the app, if a flow is waiting for it.
    func canHandle(_ url: URL) -> Bool
}

extension WebFlow {
    /// Returns `false`, because the system does not open such programs with URLs.
    func canHandle(_ url: URL) -> Bool { false }
}

extension Auth {
    /// Runs a web flow from the first page to the callback of the server's handler.
    func runWebFlow(
        providerID: String, scopes: [String], customParameters: [String: String], delegate: (any AuthUIDelegate)?
    ) async throws -> WebFlowOutcome {
        // With a wrong key, the page would show the error only in the browser, and the program would wait for a callback that never
        // comes. Firebase's client sends the same request before opening the page, to get the list of domains.
        try await backend.checkKey()
        let request = WebFlowRequest(
            configuration: backend.configuration, providerID: providerID, scopes: scopes,
            customParameters: customParameters, languageCode: languageCode, random: random)
        let link = try await webFlow.run(request, delegate: delegate)
        return WebFlowOutcome(link: link, sessionID: request.sessionID)
    }
}
