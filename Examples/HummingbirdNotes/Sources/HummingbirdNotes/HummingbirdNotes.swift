import Foundation
import Hummingbird
import LatchkeyVerifier
import Logging

/// A back end of one's own beside Latchkey: it keeps notes for who shows an ID token, and never asks Latchkey who that is.
@main struct HummingbirdNotes {
    static func main() async {
        do {
            let settings = try Settings(ProcessInfo.processInfo.environment)
            let verifier = try TokenVerifier(serverURL: settings.serverURL, projectID: settings.projectID)
            let app = Application(
                router: router(verifier, Notes()),
                configuration: .init(address: .hostname("127.0.0.1", port: settings.port)),
                onServerRunning: { channel in
                    // At once, also where the output is a file.
                    let line = "Listening on http://127.0.0.1:\(channel.localAddress?.port ?? settings.port)\n"
                    try? FileHandle.standardOutput.write(contentsOf: Data(line.utf8))
                },
                logger: Logger(label: "notes"))
            try await app.runService()
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    static func router(_ verifier: TokenVerifier, _ notes: Notes) -> Router<NotesContext> {
        let router = Router(context: NotesContext.self)
        router.get("/") { _, _ in "Notes. Send an ID token as Authorization: Bearer TOKEN to /notes." }

        // What is added below this line has a person: the context of these routes cannot be made without one.
        let guarded = router.group().add(middleware: IDTokenMiddleware(verifier)).group(context: SignedInContext.self)
        guarded.get("notes") { _, context in await notes.of(context.person.uid) }
        guarded.post("notes") { request, context in
            let note = try await request.decode(as: Note.self, context: context)
            try await notes.add(note, of: context.person.uid)
            return EditedResponse(status: .created, response: note)
        }
        guarded.get("notes/count") { _, context in
            // A claim that an Admin SDK gave the account: setCustomUserClaims(uid, {role: "admin"})
            guard context.person.claims["role"]?.text == "admin" else {
                throw HTTPError(.forbidden, message: "Only for administrators.")
            }
            return "\(await notes.count)"
        }
        return router
    }
}
