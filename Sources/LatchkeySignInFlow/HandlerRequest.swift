import Foundation
package import LatchkeyIdentity
package import LatchkeyOAuth
package import LatchkeySecrets

/// The parameters of a request to the handler page, validated as far as possible without the store.
package struct HandlerRequest: Sendable {
    /// The query parameters that are read when a sign-in starts.
    package static let parameters = [
        "apiKey", "providerId", "tid", "authType", "eventId", "sessionId", "scopes", "hl", "customParameters", "appId", "ibi",
        "returnBy", "redirectUrl", "appName",
    ]

    package let apiKey: String
    package let providerID: ProviderID
    package let tenant: String?
    /// The SHA-256 of the session id that only the app knows; `nil` for web apps, which get a session id with the result.
    package let session: Fingerprint?
    package let authType: String
    /// The id by which the app matches the result to its request. A redirect of a web app sends one only to link or reauthenticate.
    package let eventID: String?
    package let options: FlowOptions
    package let target: Target

    package enum Target: Sendable, Equatable {
        case app(bundleID: String?, appID: String, byUniversalLink: Bool)
        case loopback(String)
        case web(WebReturn)
    }

    package var isWeb: Bool {
        if case .web = target { true } else { false }
    }

    /// The longest event id: a web app that links or reauthenticates by redirect sends the account's uid, three colons, and ten digits.
    package static let maxEventIDBytes = AccountID.maxCharacters * 4 + 13
    static let maxCustomParametersBytes = 4096
    package static let maxCustomParameters = 32
    package static let maxScopes = 32

    /// - Throws: ``HandlerProblem``, with a text that the page shows.
    package init(_ query: Parameters) throws {
        func text(_ name: String, upTo limit: Int = 512) throws -> String? {
            let values = query.values(of: name)
            guard values.count <= 1 else { throw HandlerProblem("“\(name)” appears more than once.") }
            guard let value = values.first, !value.isEmpty else { return nil }
            guard value.utf8.count <= limit else { throw HandlerProblem("“\(name)” is longer than \(limit) bytes.") }
            return value
        }
        func required(_ name: String, upTo limit: Int = 512) throws -> String {
            guard let value = try text(name, upTo: limit) else { throw HandlerProblem("“\(name)” is missing.") }
            return value
        }
        apiKey = try required("apiKey")
        providerID = ProviderID(rawValue: try required("providerId").lowercased())
        tenant = try text("tid")
        authType = try required("authType", upTo: 64)
        let isWeb = WebReturn.popups.contains(authType) || WebReturn.redirects.contains(authType)
        guard isWeb || authType == "signInWithRedirect" else {
            throw HandlerProblem("This server does not offer the “authType” \(authType.prefix(40)).")
        }
        eventID = try text("eventId", upTo: Self.maxEventIDBytes)
        // Firebase's JavaScript SDK sends no event id with `signInWithRedirect`: the page accepts the only pending event.
        guard eventID != nil || WebReturn.redirects.contains(authType) else { throw HandlerProblem("“eventId” is missing.") }
        if isWeb {
            session = nil
        } else {
            guard let digest = Fingerprint(hex: try required("sessionId")) else {
                throw HandlerProblem("“sessionId” has to be the SHA-256 of the app's session id: 64 hexadecimal digits.")
            }
            session = digest
        }
        var options = FlowOptions()
        options.scopes = (try text("scopes", upTo: 2048) ?? "").split(separator: ",").map { $0.trimmed }.filter { !$0.isEmpty }
        guard options.scopes.count <= Self.maxScopes else { throw HandlerProblem("There are more than \(Self.maxScopes) scopes.") }
        options.language = try text("hl", upTo: 35)
        if let json = try text("customParameters", upTo: Self.maxCustomParametersBytes) {
            guard let values = try? UniqueJSON.decode([String: String].self, from: json.utf8),
                values.count <= Self.maxCustomParameters
            else {
                throw HandlerProblem("“customParameters” has to be a JSON object of at most \(Self.maxCustomParameters) texts.")
            }
            options.customParameters = Parameters(values.sorted { $0.key < $1.key }.map { Parameter($0.key, $0.value) })
        }
        self.options = options
        if isWeb {
            target = .web(
                WebReturn(
                    authType: authType, eventID: eventID, apiKey: apiKey, appName: try required("appName", upTo: WebReturn.maxAppNameBytes),
                    url: try required("redirectUrl", upTo: WebReturn.maxURLBytes)))
            return
        }
        target = try Self.target(
            appID: text("appId"), bundleID: text("ibi"), returnBy: text("returnBy"),
            redirectURL: text("redirectUrl", upTo: LoopbackAddress.maxBytes))
    }

    private static func target(appID: String?, bundleID: String?, returnBy: String?, redirectURL: String?) throws -> Target {
        guard [nil, "scheme", "universalLink"].contains(returnBy) else {
            throw HandlerProblem("“returnBy” has to be scheme or universalLink.")
        }
        switch (appID, redirectURL) {
        case (_?, _?): throw HandlerProblem("“appId” and “redirectUrl” cannot be combined.")
        case (let appID?, nil): return .app(bundleID: bundleID, appID: appID, byUniversalLink: returnBy == "universalLink")
        case (nil, _?) where returnBy != nil: throw HandlerProblem("“returnBy” is for registered apps and requires “appId”.")
        case (nil, let url?):
            guard LoopbackAddress.accepts(url) else {
                throw HandlerProblem("“redirectUrl” has to be http://127.0.0.1:PORT/path or http://[::1]:PORT/path.")
            }
            return .loopback(url)
        case (nil, nil): throw HandlerProblem("Either “appId” or “redirectUrl” is required: it sets where the sign-in returns to.")
        }
    }
}

/// An error in a request to the handler page that only the app's developer can fix. The page shows it to the user.
package struct HandlerProblem: Error, Equatable {
    package let text: String
    /// An error code of Firebase's JavaScript SDK, such as `auth/argument-error`.
    package let code: String
    /// The URL of the app's page to go back to, if the project authorizes its domain.
    package let back: String?

    package init(_ text: String, code: String = "auth/argument-error", back: String? = nil) {
        self.text = text
        self.code = code
        self.back = back
    }
}

extension Substring {
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}

extension Fingerprint {
    /// Parses 64 lowercase hexadecimal digits, the form that Firebase's clients send.
    init?(hex: String) {
        let digits = Array(hex.utf8)
        guard digits.count == 64 else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: 64, by: 2) {
            guard let high = Self.value(of: digits[index]), let low = Self.value(of: digits[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        self.init(bytes: bytes)
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }
}
