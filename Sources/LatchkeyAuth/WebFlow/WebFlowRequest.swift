import Foundation
import LatchkeyOAuth
import LatchkeySecrets

/// One walk through the provider's page: what the server's handler is told, and what its answer is compared with.
struct WebFlowRequest: Sendable {
    /// The only kind of flow that a native app starts; also for linking and reauthentication.
    static let authType = "signInWithRedirect"

    let configuration: AuthConfiguration
    let providerID: String
    let scopes: [String]
    let customParameters: [String: String]
    let languageCode: String?
    /// Sent when the answer is redeemed; the handler is given its hash only.
    let sessionID: String
    /// Comes back with the answer; an answer with another one is not ours.
    let eventID: String

    /// - Parameter random: Gives both ids 256 bits each.
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

    /// The handler's address for a program that listens on this machine.
    func address(returningTo redirectURL: String) -> String {
        address(["redirectUrl": redirectURL])
    }

    /// The handler's address for an app that is opened with the answer.
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

/// What a web flow ends with: the address that the server redeems, and the session id that proves who started it.
struct WebFlowOutcome: Sendable {
    let link: String
    let sessionID: String
}

/// Walks a person through the provider's page and gives the `link` of the answer.
protocol WebFlow: Sendable {
    func run(_ request: WebFlowRequest, delegate: (any AuthUIDelegate)?) async throws -> String
    /// Takes an address with which the app was opened, if a flow waits for it.
    func canHandle(_ url: URL) -> Bool
}

extension WebFlow {
    /// Nobody opens a program with an address.
    func canHandle(_ url: URL) -> Bool { false }
}

extension Auth {
    /// Runs a web flow from its first page to the answer of the server's handler.
    func runWebFlow(
        providerID: String, scopes: [String], customParameters: [String: String], delegate: (any AuthUIDelegate)?
    ) async throws -> WebFlowOutcome {
        // The page would tell a wrong key to the person at the browser, and the program would wait for an answer that never comes.
        // Firebase's client asks the same before its page opens, for the list of domains.
        try await backend.checkKey()
        let request = WebFlowRequest(
            configuration: backend.configuration, providerID: providerID, scopes: scopes,
            customParameters: customParameters, languageCode: languageCode, random: random)
        let link = try await webFlow.run(request, delegate: delegate)
        return WebFlowOutcome(link: link, sessionID: request.sessionID)
    }
}
