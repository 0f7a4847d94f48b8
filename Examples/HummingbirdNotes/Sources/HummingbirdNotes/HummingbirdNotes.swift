import Foundation
import Hummingbird
import LatchkeyVerifier
import Logging

/// A back end next to Latchkey. It stores notes for requests with a valid ID token, and sends Latchkey no request to verify one.
@main struct HummingbirdNotes {
    static func main() async {
        do {
            let settings = try Settings(ProcessInfo.processInfo.environment)
            let verifier = try TokenVerifier(serverURL: settings.serverURL, projectID: settings.projectID)
            let app = Application(
                router: router(verifier, Notes()),
                configuration: .init(address: .hostname("127.0.0.1", port: settings.port)),
                onServerRunning: { channel in
                    // Written immediately, even if the output is redirected to a file.
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

        // Routes below this line always have a user, because their context cannot be created without one.
        let guarded = router.group().add(middleware: IDTokenMiddleware(verifier)).group(context: SignedInContext.self)
        guarded.get("notes") { _, context in await notes.of(context.person.uid) }
        guarded.post("notes") { request, context in
            let note = try await request.decode(as: Note.self, context: context)
            try await notes.add(note, of: context.person.uid)
            return EditedResponse(status: .created, response: note)
        }
        guarded.get("notes/count") { _, context in
            // A custom claim, set with an Admin SDK: setCustomUserClaims(uid, {role: "admin"})
            guard context.person.claims["role"]?.text == "admin" else {
                throw HTTPError(.forbidden, message: "Only for administrators.")
            }
            return "\(await notes.count)"
        }
        return router
    }
}
