/// The groups of operations in the OpenAPI document, in the order in which pages list them.
package enum APITag: String, CaseIterable, Sendable {
    case accounts = "Accounts"
    case factors = "Second factors"
    case passkeys = "Passkeys"
    case database = "Realtime database"
    case keys = "Tokens and keys"
    case users = "Administration of accounts"
    case projects = "Projects and tenants"
    case providers = "Providers"
    case webhooks = "Webhooks"
    case log = "Audit log and denials"
    case pages = "Pages"
    case server = "Server"
    case originals = "Original clients"
    case emulator = "Emulator"
    case aliases = "Other paths"

    var description: String {
        switch self {
        case .accounts: "Sign-up, sign-in, and what users change in their own accounts. The calls of Identity Toolkit, with an API key."
        case .factors: "Second factors of accounts: phones, authenticator apps and recovery codes."
        case .passkeys: "Passkeys of accounts (WebAuthn)."
        case .database: "The REST API of the realtime database, at the address of the databases."
        case .keys: "ID tokens, access tokens, and the public keys with which back ends verify tokens."
        case .users: "Accounts, for administrators with an access token. The calls of Firebase's Admin SDKs."
        case .projects: "The settings and the tenants of a project, for administrators."
        case .providers: "The set-up of sign-in providers, for administrators."
        case .webhooks: "Events of accounts that the server delivers to other servers, for administrators."
        case .log: "Events of accounts and settings, and requests that database rules denied, for administrators."
        case .pages: "Pages for browsers, with their forms, style sheets and scripts. Programs do not call them."
        case .server: "The health and the description of the server."
        case .originals: "The calls of original clients of Firebase Simple Login and Firebase 2.x. They are off by default."
        case .emulator: "Calls that only an emulator has."
        case .aliases: "Calls of the other groups at further paths, which official clients use."
        }
    }
}
