import Foundation
import LatchkeyAuth

/// A program that runs the guide's examples with users of the sandbox and prints the results.
@main
struct TwitterGuide {
    struct Wrong: Error, CustomStringConvertible {
        let description: String
    }

    @MainActor
    static func main() async {
        do {
            try await signInLinkAndReauthenticate()
            try await resolveAConflict()
            print("Everything went as the guide says.")
        } catch {
            let reason = (error as NSError).localizedFailureReason.map { " (\($0))" } ?? ""
            FileHandle.standardError.write(Data("Failed: \(error)\(reason)\n".utf8))
            exit(1)
        }
    }

    @MainActor
    private static func signInLinkAndReauthenticate() async throws {
        let guide = Guide(delegate: SandboxVisitor(as: "ada"))
        let first = try await outcome { guide.signIn(done: $0) }
        try check(first.user.providerData.map(\.providerID) == [TwitterAuthProviderID], "signed in with Twitter")
        try check((first.credential as? OAuthCredential)?.secret != nil, "the secret is there")

        let credential = try await outcome { guide.credential(done: $0) }
        let again = try await outcome { guide.reauthenticate(credential, done: $0) }
        try check(again.user.uid == first.user.uid, "reauthenticated as the same account")
        guide.signOut()
        try check(Auth.auth().currentUser == nil, "signed out")

        try await Auth.auth().signInAnonymously()
        let other = Guide(delegate: SandboxVisitor(as: "bob"))
        let toLink = try await outcome { other.credential(done: $0) }
        let linked = try await outcome { other.link(toLink, done: $0) }
        try check(!linked.user.isAnonymous, "an anonymous account became Bob's")
        other.signOut()
    }

    @MainActor
    private static func resolveAConflict() async throws {
        let password = "correct horse"
        try await Auth.auth().createUser(withEmail: "dora@example.org", password: password)
        try Auth.auth().signOut()
        let example: any ConflictExample = ConflictGuide()
        let result = try await outcome { done in
            example.run(SandboxVisitor(as: "dora"), password: password, done: done)
        }
        let providers = Set(result.user.providerData.map(\.providerID))
        try check(providers == [EmailAuthProviderID, TwitterAuthProviderID], "one account with a password and Twitter")
        try Auth.auth().signOut()
    }

    /// Awaits a completion handler.
    @MainActor
    private static func outcome<Value: Sendable>(
        _ start: (@escaping @MainActor (Value?, Error?) -> Void) -> Void
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            start { value, error in
                if let value {
                    continuation.resume(returning: value)
                } else {
                    continuation.resume(throwing: error ?? Wrong(description: "Neither a result nor an error"))
                }
            }
        }
    }

    private static func check(_ condition: Bool, _ sentence: String) throws {
        guard condition else { throw Wrong(description: "Check failed: \(sentence)") }
        print("✓", sentence)
    }
}
