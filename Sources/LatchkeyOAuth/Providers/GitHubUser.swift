/// GitHub's user object.
struct GitHubUser: Sendable {
    private let fields: Fields
    private let json: String

    /// Parses the user object; throws ``OAuthError`` with code ``OAuthError/Code/malformedReply``.
    init(_ body: [UInt8]) throws {
        fields = try JSONReply.decode(Fields.self, from: body, of: "user object")
        json = try JSONReply.text(body, of: "user object")
        guard fields.id > 0 else { throw JSONReply.malformed("user object") }
    }

    /// Returns the profile. The public address in the user object is ignored: it does not say whether GitHub verified it.
    func profile() -> ProviderProfile {
        ProviderProfile(
            rawID: String(fields.id), displayName: fields.name, username: fields.login, photoURL: fields.photo, rawUserInfo: json)
    }

    /// Returns the address in a response to `/user/emails` that is both primary and verified.
    static func primaryVerifiedAddress(in body: [UInt8]) throws -> String? {
        let addresses = try JSONReply.decode([Address].self, from: body, of: "list of addresses")
        return addresses.first { $0.primary == true && $0.verified == true && !$0.email.isEmpty }?.email
    }

    private struct Address: Decodable {
        let email: String
        let primary: Bool?
        let verified: Bool?
    }

    private struct Fields: Decodable {
        /// The key of an identity; never use `login`, which can be renamed and reused by another user.
        let id: Int64
        let login: String?
        let name: String?
        let photo: String?

        private enum Key: String, CodingKey {
            case photo = "avatar_url"
            case id, login, name
        }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Key.self)
            id = try members.decode(Int64.self, forKey: .id)
            login = try? members.decode(String.self, forKey: .login)
            name = try? members.decode(String.self, forKey: .name)
            photo = try? members.decode(String.self, forKey: .photo)
        }
    }
}

/// The response to a token check.
struct GitHubTokenCheck: Sendable {
    /// The scopes that the user granted.
    let scopes: [String]
    /// The application that the token belongs to, if the response contains it.
    let clientID: String?

    init(_ body: [UInt8]) throws {
        let fields = try JSONReply.decode(Fields.self, from: body, of: "token check")
        scopes = fields.scopes ?? []
        clientID = fields.app?.clientID
    }

    private struct Fields: Decodable {
        let scopes: [String]?
        let app: App?

        struct App: Decodable {
            let clientID: String?

            enum CodingKeys: String, CodingKey {
                case clientID = "client_id"
            }
        }
    }
}
