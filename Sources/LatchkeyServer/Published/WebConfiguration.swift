import Hummingbird
import LatchkeyIdentity
import LatchkeyWeb

/// `/__/firebase/init.json`: the configuration that a web app passes to `initializeApp`, for the server's first project. All of it is
/// public.
struct WebConfiguration: Sendable {
    let basics: ServerBasics
    /// The API key of an emulator, which accepts any key; nil on a real server.
    let emulatorKey: String?

    static let path = "/__/firebase/init.json"

    /// The configuration, with Firebase's member names.
    struct Reply: Codable {
        let apiKey: String?
        /// The host and port of this server.
        let authDomain: String
        let projectId: String
        /// The URL of the project's own database, if the server knows it.
        let databaseURL: String?
        /// The first web app that the project registered.
        let appId: String?
    }

    func add(to router: Router<ServerContext>) {
        router.get(RouterPath(Self.path)) { _, _ in
            let (project, publicAddress) = (basics.standardProject, basics.publicAddress)
            let (keys, apps) = try await basics.store.read { (try $0.apiKeys(of: project), try $0.apps(of: project)) }
            let origin = WebOrigin(publicAddress.url)
            let reply = Reply(
                apiKey: keys.first { $0.revokedAt == nil }?.text ?? emulatorKey,
                authDomain: origin.map { $0.host + ($0.port.map { ":\($0)" } ?? "") } ?? publicAddress.url,
                projectId: project.rawValue, databaseURL: basics.databaseAddress.url(of: project.rawValue, standard: project),
                appId: apps.first { $0.platform == .web }?.id)
            var response = try Response.json(reply)
            response.headers[.accessControlAllowOrigin] = "*"
            response.headers[.cacheControl] = "no-cache"
            return response
        }
    }
}
