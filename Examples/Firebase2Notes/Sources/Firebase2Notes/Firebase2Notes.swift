import Foundation
import LatchkeyAuth
import LatchkeyFirebase2

/// A command-line app that stores one note per user, at `/users/UID/note`.
@main struct Firebase2Notes {
    static func main() async {
        // Your app has its own URL here. A firebaseio.com URL maps to the server that the environment configures.
        let ref = Firebase(url: "https://notes-of-2015.firebaseio.com")
        do {
            print(try await run(Array(CommandLine.arguments.dropFirst()), ref))
        } catch {
            FileHandle.standardError.write(Data("\((error as NSError).localizedDescription)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ words: [String], _ ref: Firebase) async throws -> String {
        switch (words.first, Array(words.dropFirst())) {
        case ("twitter", []): return "Signed in as \(try await twitter(ref).uid)."
        case ("github", let given) where given.count == 1:
            return "Signed in as \(try await ref.authWithOAuthProvider("github", token: given[0]).uid)."
        case ("sign-up", let given) where given.count == 2:
            return "There is an account \(try await ref.createUser(given[0], password: given[1]))."
        case ("sign-in", let given) where given.count == 2:
            return "Signed in as \(try await ref.authUser(given[0], password: given[1]).uid)."
        case ("sign-out", []):
            ref.unauth()
            return "Signed out."
        case ("write", let given) where given.count == 1:
            try await write(given[0], ref)
            return "Written."
        case ("read", []): return try await read(ref)
        default:
            return "twitter | github TOKEN | sign-up ADDRESS PASSWORD | sign-in ADDRESS PASSWORD | write TEXT | read | sign-out"
        }
    }

    /// Uses the accounts that were added on this device. The first time, Twitter's page opens.
    private static func twitter(_ ref: Firebase) async throws -> FAuthData {
        let store = ACAccountStore()
        if try store.accounts().isEmpty { try await store.addTwitterAccount(to: ref) }
        guard let account = try await store.account(chosenBy: TerminalAccountChooser()) else { throw CancellationError() }
        // The sandbox's consumer key. Your app has its own.
        let helper = TwitterAuthHelper(firebaseRef: ref, apiKey: "latchkeySandboxConsumer01", store: store)
        return try await helper.authenticateAccount(account)
    }

    private static func note(_ ref: Firebase) throws -> Firebase {
        guard let uid = ref.authData?.uid else {
            throw NSError(domain: "Notes", code: 1, userInfo: [NSLocalizedDescriptionKey: "No user is signed in: sign in first."])
        }
        return ref.childByAppendingPath("users/\(uid)/note")
    }

    private static func write(_ text: String, _ ref: Firebase) async throws {
        let note = try note(ref)
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            note.setValue(text) { error, _ in
                if let error { done.resume(throwing: error) } else { done.resume() }
            }
        }
    }

    private static func read(_ ref: Firebase) async throws -> String {
        let note = try note(ref)
        return try await withCheckedThrowingContinuation { done in
            note.observeSingleEventOfType(
                .Value, withBlock: { snapshot in done.resume(returning: snapshot.value as? String ?? "There is no note.") },
                withCancelBlock: { error in done.resume(throwing: error) })
        }
    }
}
