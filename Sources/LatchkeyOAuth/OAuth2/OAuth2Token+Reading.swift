import HTTPTypes
import LatchkeySecrets

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension OAuth2Token {
    /// Reads the response of a token endpoint as JSON or form data, regardless of its content type.
    ///
    /// Checks for an error before the status, because GitHub sends errors with status 200. Throws ``OAuthError``.
    init(_ reply: ProviderReply, numbers: ProviderErrorNumbers = .none) throws {
        try reply.checkSize()
        if let error = ProviderErrorBody(reply), error.word != nil || error.number != nil {
            throw OAuthError(error, of: reply, at: .codeExchange, numbers: numbers)
        }
        guard reply.isSuccess else { throw OAuthError(refusal: reply, at: .codeExchange, numbers: numbers) }
        let fields = try TokenFields(reply.body)
        guard let token = fields.accessToken, !token.isEmpty else {
            throw OAuthError(.malformedReply, detail: "the response has no access_token", status: reply.head.status.code)
        }
        self.init(
            accessToken: Secret(token), tokenType: (fields.tokenType ?? "bearer").lowercased(),
            scopes: Self.scopes(fields.scope ?? ""), expiresInSeconds: fields.expiresInSeconds,
            refreshToken: fields.refreshToken.flatMap { $0.isEmpty ? nil : Secret($0) },
            idToken: fields.idToken.flatMap { $0.isEmpty ? nil : Secret($0) })
    }

    /// Splits a scope list. Scopes are separated by spaces (RFC 6749, section 3.3), or by commas at GitHub.
    static func scopes(_ text: String) -> [String] {
        text.split { $0 == " " || $0 == "," }.map(String.init)
    }
}

private struct TokenFields: Decodable {
    var accessToken: String?
    var tokenType: String?
    var scope: String?
    var expiresInSeconds: Int?
    var refreshToken: String?
    var idToken: String?

    init(_ body: [UInt8]) throws {
        if body.first(where: { !$0.isJSONBlank }) == UInt8(ascii: "{") {
            self = try JSONReply.decode(Self.self, from: body, of: "token response")
            return
        }
        guard let form = try? Parameters(formEncoded: body) else { throw JSONReply.malformed("token response") }
        accessToken = form["access_token"]
        tokenType = form["token_type"]
        scope = form["scope"]
        expiresInSeconds = form["expires_in"].flatMap { Int($0) }
        refreshToken = form["refresh_token"]
        idToken = form["id_token"]
    }

    private enum Key: String, CodingKey {
        case accessToken = "access_token"
        case tokenType = "token_type"
        case scope
        case expiresIn = "expires_in"
        case refreshToken = "refresh_token"
        case idToken = "id_token"
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        accessToken = try? members.decode(String.self, forKey: .accessToken)
        tokenType = try? members.decode(String.self, forKey: .tokenType)
        scope = try? members.decode(String.self, forKey: .scope)
        // Some providers send the number as a string.
        expiresInSeconds =
            (try? members.decode(Int.self, forKey: .expiresIn))
            ?? (try? members.decode(String.self, forKey: .expiresIn)).flatMap { Int($0) }
        refreshToken = try? members.decode(String.self, forKey: .refreshToken)
        idToken = try? members.decode(String.self, forKey: .idToken)
    }
}
