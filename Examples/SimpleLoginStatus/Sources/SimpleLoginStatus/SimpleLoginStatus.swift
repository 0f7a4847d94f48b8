import Foundation
import LatchkeyAuth
import LatchkeyFirebase2
import LatchkeySimpleLogin

/// A command-line app that logs users in and prints the login status.
@main struct SimpleLoginStatus {
    @MainActor static func main() async {
        let ref = Firebase(url: "https://status-of-2013.firebaseio.com")
        let authClient = FirebaseSimpleLogin(ref: ref)
        let words = Array(CommandLine.arguments.dropFirst())
        let isDone = await withCheckedContinuation { done in
            // Every call ends with one of these blocks. Here they are called only once, because the program exits before a session ends.
            let login: FirebaseSimpleLogin.LoginBlock = { error, user in
                if let error { FileHandle.standardError.write(Data("\(error.localizedDescription)\n".utf8)) }
                if error == nil { print(user.map { "\($0.uid) is logged in." } ?? "No user is logged in.") }
                done.resume(returning: error == nil)
            }
            switch (words.first, Array(words.dropFirst())) {
            case ("create", let given) where given.count == 2:
                authClient.createUserWithEmail(given[0], password: given[1]) { error, user in
                    if let error { FileHandle.standardError.write(Data("\(error.localizedDescription)\n".utf8)) }
                    if let user { print("There is an account \(user.uid).") }
                    done.resume(returning: error == nil)
                }
            case ("login", let given) where given.count == 2:
                authClient.loginWithEmail(given[0], andPassword: given[1], withCompletionBlock: login)
            case ("twitter", []):
                authClient.loginToTwitterAppWithId(
                    "latchkeySandboxConsumer01",
                    multipleAccountsHandler: { usernames -> Int in
                        print(usernames.enumerated().map { "\($0) \($1)" }.joined(separator: "\n"))
                        return readLine().flatMap { Int($0) } ?? NSNotFound
                    }, withCompletionBlock: login)
            case ("add", []):
                Task {
                    do {
                        print("Added \(try await authClient.accountStore.addTwitterAccount(to: ref).accountDescription).")
                        done.resume(returning: true)
                    } catch {
                        login(error as NSError, nil)
                    }
                }
            case ("status", []): authClient.checkAuthStatusWithBlock(login)
            case ("logout", []):
                authClient.logout()
                print("No user is logged in.")
                done.resume(returning: true)
            default:
                print("create ADDRESS PASSWORD | login ADDRESS PASSWORD | add | twitter | status | logout")
                done.resume(returning: false)
            }
        }
        exit(isDone ? 0 : 1)
    }
}
