import Foundation
import LatchkeyAuth
import LatchkeyDatabase

/// An app in a separate process that runs database steps, for tests with several clients.
///
/// The environment contains the server and the database. Each argument is a step; steps run in order, and each event is printed on its own
/// line. The exit status is 0 when all steps are done.
///
/// | step | |
/// |---|---|
/// | `sign-in EMAIL PASSWORD` | |
/// | `sign-in-twitter TOKEN SECRET`, `sign-in-github TOKEN` | |
/// | `persist` | enables persistence; before all steps that use the database |
/// | `go-offline`, `go-online` | |
/// | `watch PATH` | continues, and prints each value: `PATH JSON`, or `PATH canceled` |
/// | `canceled PATH` | the same, and waits for the cancellation |
/// | `until PATH JSON` | waits for a value |
/// | `connected`, `disconnected` | waits for the state |
/// | `get PATH` | prints `get PATH JSON`, or the error |
/// | `set PATH JSON`, `update PATH JSON` | waits for the server, and prints `set PATH ok`, or the error |
/// | `set-later PATH JSON` | does not wait |
/// | `remove-at-end PATH` | on disconnect; waits for the server's acknowledgement |
/// | `increment PATH COUNT` | COUNT transactions, one after another |
/// | `churn COUNT TOKEN SECRET` | creates, uses and drops COUNT clients; prints how many remain |
/// | `say TEXT` | prints it |
/// | `die` | exits at once, without disconnecting |
@main
struct DatabaseVisitor {
    static func main() async {
        for step in CommandLine.arguments.dropFirst() {
            do { try await take(step.split(separator: " ", maxSplits: 2).map(String.init)) } catch {
                say("failed \(step): \(error.localizedDescription)")
                exit(1)
            }
        }
    }

    private static func take(_ words: [String]) async throws {
        let database = Database.database()
        let path = words.count > 1 ? words[1] : ""
        var reference: DatabaseReference { database.reference(withPath: path) }
        switch words[0] {
        case "sign-in": try await Auth.auth().signIn(withEmail: path, password: words[2])
        case "sign-in-twitter": try await Auth.auth().signIn(with: TwitterAuthProvider.credential(withToken: path, secret: words[2]))
        case "sign-in-github": try await Auth.auth().signIn(with: GitHubAuthProvider.credential(withToken: path))
        case "persist": database.isPersistenceEnabled = true
        case "go-offline": database.goOffline()
        case "go-online": database.goOnline()
        case "watch": watch(reference, path)
        case "canceled":
            await withCheckedContinuation { continuation in watch(reference, path, canceled: { continuation.resume() }) }
        case "until": try await until(reference) { json($0.value) == words[2] }
        case "connected", "disconnected":
            let wanted = words[0] == "connected"
            try await until(database.reference(withPath: ".info/connected")) { $0.value as? Bool == wanted }
        case "get":
            do { say("get \(path) \(json(try await reference.getData().value))") } catch {
                say("get \(path) failed: \(error.localizedDescription)")
            }
        case "set": try await report("set \(path)") { try await reference.setValue(value(words[2])) }
        case "set-later": setLater(reference, try value(words[2]))
        case "update":
            let values = try value(words[2]) as? [String: Any] ?? [:]
            try await report("update \(path)") { try await reference.updateChildValues(values) }
        case "remove-at-end":
            await withCheckedContinuation { continuation in
                reference.onDisconnectRemoveValue { error, _ in
                    say("remove-at-end \(path) \(error.map { "\($0.localizedDescription)" } ?? "ok")")
                    continuation.resume()
                }
            }
        case "increment": for _ in 0..<(Int(words[2]) ?? 0) { await increment(reference) }
        case "churn":
            let words = words.flatMap { $0.split(separator: " ").map(String.init) }
            say(try await Churn(token: words[2], secret: words[3]).run(Int(words[1]) ?? 0))
        case "say": say(words.dropFirst().joined(separator: " "))
        case "die": kill(getpid(), SIGKILL)
        default: throw CocoaError(.featureUnsupported)
        }
    }

    /// In an asynchronous function, `setValue` resolves to the asynchronous overload.
    private static func setLater(_ reference: DatabaseReference, _ value: Any) { reference.setValue(value) }

    private static func watch(_ reference: DatabaseReference, _ path: String, canceled: @escaping @Sendable () -> Void = {}) {
        reference.observe(
            .value, with: { say("\(path) \(json($0.value))") },
            withCancel: { _ in
                say("\(path) canceled")
                canceled()
            })
    }

    private static func until(_ reference: DatabaseReference, _ isThere: (DataSnapshot) -> Bool) async throws {
        for try await snapshot in reference.values where isThere(snapshot) { return }
    }

    private static func report(_ what: String, _ write: () async throws -> DatabaseReference) async throws {
        do {
            _ = try await write()
            say("\(what) ok")
        } catch {
            say("\(what) failed with \((error as NSError).code)")
        }
    }

    private static func increment(_ reference: DatabaseReference) async {
        await withCheckedContinuation { continuation in
            reference.runTransactionBlock { data in
                data.value = (data.value as? NSNumber).map { $0.intValue + 1 } ?? 1
                return .success(withValue: data)
            } andCompletionBlock: { error, isCommitted, _ in
                if let error { say("transaction failed: \(error.localizedDescription)") }
                continuation.resume()
            }
        }
    }

    private static func value(_ text: String) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    }

    private static func json(_ value: Any?) -> String {
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes]
        let data = try? JSONSerialization.data(withJSONObject: value ?? NSNull(), options: options)
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "?"
    }

    /// Prints a line at once, without buffering.
    static func say(_ line: String) {
        try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
    }
}
