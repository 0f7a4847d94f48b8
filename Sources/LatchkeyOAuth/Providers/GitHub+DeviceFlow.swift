import HTTPTypes
public import LatchkeySecrets

/// The codes of the device flow, for devices without a browser (RFC 8628, section 3.2).
public struct DeviceCode: Sendable, Equatable {
    /// The device code, sent with every poll.
    public var deviceCode: Secret<String>
    /// The code that the user enters.
    public var userCode: String
    /// The page where the user enters the code.
    public var verificationURI: String
    /// The lifetime of both codes, in seconds.
    public var expiresInSeconds: Int
    /// The minimum time between two polls, in seconds.
    public var intervalSeconds: Int

    /// Creates a set of codes with their limits.
    public init(
        deviceCode: Secret<String>, userCode: String, verificationURI: String, expiresInSeconds: Int, intervalSeconds: Int
    ) {
        self.deviceCode = deviceCode
        self.userCode = userCode
        self.verificationURI = verificationURI
        self.expiresInSeconds = expiresInSeconds
        self.intervalSeconds = intervalSeconds
    }
}

/// The result of a poll (RFC 8628, section 3.5).
public enum DevicePoll: Sendable, Equatable {
    /// The user has not granted access yet; poll again after the interval.
    case pending
    /// Polling was too frequent; use this interval from now on.
    case slowDown(intervalSeconds: Int)
    /// The user granted access.
    case granted(OAuth2Token)
}

extension GitHub {
    /// Returns the request for the codes; the device flow must be enabled in the application's settings.
    public func deviceCodeRequest(scopes: [String] = GitHub.defaultScopes) throws -> ProviderRequest {
        try ProviderRequest(
            postingForm: ["client_id": client.id, "scope": scopes.joined(separator: " ")], to: webBase + "/login/device/code",
            headerFields: [.accept: MediaType.json])
    }

    /// Reads the codes; throws ``OAuthError``.
    public func deviceCode(from reply: ProviderReply) throws -> DeviceCode {
        try reply.checkSize()
        if let error = ProviderErrorBody(reply), error.word != nil { throw OAuthError(error, of: reply, at: .codeExchange) }
        guard reply.isSuccess else { throw OAuthError(refusal: reply, at: .codeExchange) }
        let fields = try JSONReply.decode(DeviceCodeFields.self, from: reply.body, of: "device code")
        return DeviceCode(
            deviceCode: Secret(fields.deviceCode), userCode: fields.userCode, verificationURI: fields.verificationURI,
            expiresInSeconds: fields.expiresIn, intervalSeconds: Self.bounded(fields.interval ?? 5))
    }

    /// Returns a poll request; it needs no client secret.
    public func devicePollRequest(_ code: DeviceCode) throws -> ProviderRequest {
        let form: Parameters = [
            "client_id": client.id, "device_code": code.deviceCode.expose(),
            "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
        ]
        return try ProviderRequest(
            postingForm: form, to: webBase + "/login/oauth/access_token", headerFields: [.accept: MediaType.json])
    }

    /// Reads the poll response; throws ``OAuthError`` when the codes expired or the user denied access.
    public func devicePoll(_ code: DeviceCode, from reply: ProviderReply) throws -> DevicePoll {
        try reply.checkSize()
        switch ProviderErrorBody(reply)?.word {
        case "authorization_pending":
            return .pending
        case "slow_down":
            let announced = try? JSONReply.decode(SlowDownFields.self, from: reply.body, of: "answer").interval
            return .slowDown(intervalSeconds: max(Self.bounded(announced ?? 0), Self.bounded(code.intervalSeconds) + 5))
        default:
            return .granted(try OAuth2Token(reply))
        }
    }

    /// Limits an interval to between a second and an hour.
    private static func bounded(_ intervalSeconds: Int) -> Int {
        min(max(intervalSeconds, 1), 3600)
    }
}

private struct DeviceCodeFields: Decodable {
    let deviceCode: String
    let userCode: String
    let verificationURI: String
    let expiresIn: Int
    let interval: Int?

    private enum CodingKeys: String, CodingKey {
        case deviceCode = "device_code"
        case userCode = "user_code"
        case verificationURI = "verification_uri"
        case expiresIn = "expires_in"
        case interval
    }
}

private struct SlowDownFields: Decodable {
    let interval: Int?
}
