/// Parses Twitter's two kinds of user objects.
enum TwitterUser {
    /// Parses the user object of API 1.1.
    static func profile(ofVerifyCredentials body: [UInt8]) throws -> ProviderProfile {
        let user = try JSONReply.decode(Version1.self, from: body, of: "user object")
        return try profile(
            id: user.idText, name: user.name, username: user.screenName, photo: user.photo, email: user.email, json: body)
    }

    /// Parses the response of API v2; its `data` member is the user.
    static func profile(ofUsersMe body: [UInt8]) throws -> ProviderProfile {
        guard let data = JSONMember.named("data", in: body) else { throw JSONReply.malformed("user object") }
        let user = try JSONReply.decode(Version2.self, from: data, of: "user object")
        return try profile(
            id: user.id, name: user.name, username: user.username, photo: user.photo, email: user.email, json: data)
    }

    private static func profile(
        id: String, name: String?, username: String?, photo: String?, email: String?, json: [UInt8]
    ) throws -> ProviderProfile {
        guard !id.isEmpty, id.utf8.count <= 20, id.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw OAuthError(.malformedReply, detail: "the user's id is not a number in decimal digits")
        }
        let email = email.flatMap { $0.isEmpty ? nil : $0 }
        return ProviderProfile(
            rawID: id, displayName: name, username: username, photoURL: photo, email: email,
            // Twitter returns an address only if the user verified it.
            addressVerifiedByProvider: email != nil, rawUserInfo: try JSONReply.text(json, of: "user object"))
    }

    private struct Version1: Decodable {
        /// `id_str`; the member `id` is a number that exceeds 2^53 and that many programs round.
        let idText: String
        let name: String?
        let screenName: String?
        let photo: String?
        let email: String?

        private enum Key: String, CodingKey {
            case idText = "id_str"
            case screenName = "screen_name"
            case photo = "profile_image_url_https"
            case name, email
        }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Key.self)
            idText = try members.decode(String.self, forKey: .idText)
            name = try? members.decode(String.self, forKey: .name)
            screenName = try? members.decode(String.self, forKey: .screenName)
            photo = try? members.decode(String.self, forKey: .photo)
            email = try? members.decode(String.self, forKey: .email)
        }
    }

    private struct Version2: Decodable {
        let id: String
        let name: String?
        let username: String?
        let photo: String?
        let email: String?

        private enum Key: String, CodingKey {
            case photo = "profile_image_url"
            case email = "confirmed_email"
            case id, name, username
        }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Key.self)
            id = try members.decode(String.self, forKey: .id)
            name = try? members.decode(String.self, forKey: .name)
            username = try? members.decode(String.self, forKey: .username)
            photo = try? members.decode(String.self, forKey: .photo)
            email = try? members.decode(String.self, forKey: .email)
        }
    }
}
