import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServer

extension Administrator {
    /// - Returns: The link that makes the first administrator.
    func inviteAdministrator() async throws -> String {
        guard let console else { throw AdminError("No server runs on this data folder. Start it with `latchkey serve`, and ask again.") }
        guard try await !store.read({ try $0.hasAdministrator() }) else {
            throw AdminError(
                "There is an administrator already. `latchkey users list --project \(ProjectID.console)` shows who, and `users delete` "
                    + "removes one.")
        }
        return publicAddress.url + ConsoleParts.setupPath + "#" + console.makeInvitation().expose()
    }
}
