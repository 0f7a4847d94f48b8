package import LatchkeyIdentity
import LatchkeySecrets

/// The JSON key file of a service account, with Google's member names. It is the only copy of the private key.
package struct ServiceAccountFile: Codable, Sendable {
    var type = "service_account"
    var projectID: String
    var privateKeyID: String
    var privateKey: String
    var clientEmail: String
    var clientID: String
    /// The URL where client libraries get access tokens.
    var tokenURI: String

    enum CodingKeys: String, CodingKey {
        case type
        case projectID = "project_id"
        case privateKeyID = "private_key_id"
        case privateKey = "private_key"
        case clientEmail = "client_email"
        case clientID = "client_id"
        case tokenURI = "token_uri"
    }

    package init(_ key: ServiceAccountKey, clientID: String, server: String) {
        projectID = key.account.project.rawValue
        privateKeyID = key.account.keyID
        privateKey = key.privateKeyPEM.expose()
        clientEmail = key.account.email
        self.clientID = clientID
        tokenURI = server + "/oauth2/token"
    }
}
