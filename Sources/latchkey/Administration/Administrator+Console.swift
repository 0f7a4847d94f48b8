import LatchkeyConsole
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyWeb

extension Administrator {
    /// - Returns: The invitation link for the first administrator.
    func inviteAdministrator() async throws -> String {
        guard let console else { throw AdminError("No server runs on this data folder. Start it with `latchkey serve` and try again.") }
        guard try await !store.read({ try $0.hasAdministrator() }) else {
            throw AdminError(
                "An administrator already exists. `latchkey users list --project \(ProjectID.console)` lists them, and `users delete` "
                    + "removes one.")
        }
        try await administration.recordFirstInvitation(by: .command)
        return publicAddress.url + ConsoleParts.setupPath + "#" + console.makeInvitation().expose()
    }
}
