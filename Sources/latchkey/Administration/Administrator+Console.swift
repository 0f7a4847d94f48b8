import LatchkeyConsole
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyWeb

/// An invitation link.
struct Invitation: Codable, Sendable {
    var link: String
}

extension Administrator {
    func addConsole(to routes: OperatorRoutes) {
        routes.on(.post, "/v2/administrators:invite") { _ in
            guard let console else {
                throw AdminError(
                    running == nil
                        ? "No server runs on this data folder. Start it with `latchkey serve` and try again."
                        : "The console of this server is switched off (console: no). Switch it on to invite an administrator.")
            }
            guard try await !store.read({ try $0.hasAdministrator() }) else {
                throw AdminError(
                    "An administrator already exists. `latchkey users list --project \(ProjectID.console)` lists them, and `users delete` "
                        + "removes one.")
            }
            let secret = try await administration.administrators.inviteFirst(by: .command)
            return Invitation(link: (console.ownAddress ?? publicAddress).url + ConsoleParts.setupPath + "#" + secret.expose())
        }
    }
}
