import Hummingbird
import LatchkeyIdentity
import LatchkeyProviders
import LatchkeySignInFlow
import LatchkeyWeb
import LatchkeyWire

/// `/.well-known/apple-app-site-association`: the apps that Apple's systems may open for URLs of this server, and that may use its
/// passkeys and saved passwords. Each app must also name the server in its entitlements (`applinks:HOST`, `webcredentials:HOST`).
///
/// The document is public and lists the apps of all projects that have a team ID.
struct AppAssociation: Sendable {
    let store: any AccountStore

    static let path = "/.well-known/apple-app-site-association"

    func add(to router: Router<ServerContext>) {
        router.get(RouterPath(Self.path)) { _, _ in
            let apps = try await store.read { try $0.appsOfTeams() }
            return Response.json(bytes: try WireEncoder.encode(Document(apps)), cacheControl: "public, max-age=3600")
        }
    }

    /// The format of iOS 13 and later. Each app is opened only for the callback path of its sign-ins; other pages stay in the browser.
    private struct Document: Encodable {
        struct AppLinks: Encodable {
            struct Detail: Encodable {
                let appIDs: [String]
                var components: [[String: String]]
            }
            var details: [Detail]
        }
        struct WebCredentials: Encodable {
            var apps: [String]
        }

        var applinks = AppLinks(details: [])
        var webcredentials = WebCredentials(apps: [])

        init(_ apps: [RegisteredApp]) {
            for app in apps {
                guard let name = app.applicationIdentifier else { continue }
                let component = ["/": ReturnTarget.callbackPath(of: app)]
                // One app may be registered in several projects.
                if let index = webcredentials.apps.firstIndex(of: name) {
                    applinks.details[index].components.append(component)
                } else {
                    webcredentials.apps.append(name)
                    applinks.details.append(AppLinks.Detail(appIDs: [name], components: [component]))
                }
            }
        }
    }
}
