import Foundation
import LatchkeyAuth
import LatchkeyFirebase2
import ServerUnderTest

/// The Swift example of "Authenticating Twitter users to your Firebase App" in Firebase's guide for iOS, version 2.5.
///
/// The Objective-C example beside it is the same in Swift's syntax; the differences are in ``AsObjectiveC``.
struct TwitterExample {
    let url: String
    let store: ACAccountStore
    let note: Notes

    /// The guide's Swift version.
    @MainActor func asSwift() {
        // snippet.S0.2
        // Changed: the address is that of the test's server, and the accounts are those of the test's device.
        let ref = Firebase(url: url)
        let twitterAuthHelper = TwitterAuthHelper(firebaseRef: ref, apiKey: "latchkeySandboxConsumer01", store: store)
        twitterAuthHelper.selectTwitterAccountWithCallback { error, accounts in
            if error != nil {
                // Error retrieving Twitter accounts
                note("error \(error?.code ?? 0)")
                // Changed: the guide asks for more than one account, so that one alone never signed in.
            } else if accounts.count > 0 {
                // Select an account. Here we pick the first one for simplicity
                // Changed: without "as? ACAccount", because the accounts have their type.
                let account = accounts[0]
                twitterAuthHelper.authenticateAccount(
                    account,
                    withCallback: { error, authData in
                        if error != nil {
                            // Error authenticating account
                            note("not authenticated \(error?.code ?? 0)")
                        } else {
                            // User logged in!
                            note("logged in \(authData?.uid ?? "-")")
                        }
                    })
            }
        }
        // snippet.end
    }

    /// The Objective-C example. Its branch for no accounts is unreachable, because the helper reports an error in that case.
    @MainActor func asObjectiveC() {
        // snippet.S0.1
        let ref = Firebase(url: url)
        let twitterAuthHelper = TwitterAuthHelper(firebaseRef: ref, apiKey: "latchkeySandboxConsumer01", store: store)
        twitterAuthHelper.selectTwitterAccountWithCallback { error, accounts in
            if let error {
                // Error retrieving Twitter accounts
                note("error \(error.code)")
            } else if accounts.count == 0 {
                // No Twitter accounts found on device
                note("none")
            } else {
                // Select an account. Here we pick the first one for simplicity
                let account = accounts.first
                twitterAuthHelper.authenticateAccount(
                    account,
                    withCallback: { error, authData in
                        if let error {
                            // Error authenticating account
                            note("not authenticated \(error.code)")
                        } else {
                            // User logged in!
                            note("logged in \(authData?.uid ?? "-")")
                        }
                    })
            }
        }
        // snippet.end
    }
}

/// "Authenticating with Multiple Accounts" of the same guide: a view controller's logic, in Swift.
@MainActor final class TwitterLoginViewController {
    // snippet.S0.5
    var twitterAuthHelper: TwitterAuthHelper?
    // snippet.end
    let url: String
    let store: ACAccountStore
    let note: Notes
    // snippet.S0.8
    /// Changed: in place of a `UIActionSheet`, whose buttons the test presses.
    var buttonTitles: [String] = []
    // snippet.end

    init(url: String, store: ACAccountStore, note: Notes) {
        self.url = url
        self.store = store
        self.note = note
    }

    // snippet.S0.5
    func authenticateWithTwitter() {
        let ref = Firebase(url: url)
        let twitterAuthHelper = TwitterAuthHelper(firebaseRef: ref, apiKey: "latchkeySandboxConsumer01", store: store)
        self.twitterAuthHelper = twitterAuthHelper
        twitterAuthHelper.selectTwitterAccountWithCallback { error, accounts in
            if let error {
                let message = "There was an error logging into Twitter: \(error.localizedDescription)"
                self.showErrorAlertWithMessage(message)
            } else {
                self.handleMultipleTwitterAccounts(accounts)
            }
        }
    }

    // Added: the guide calls it and does not show it.
    func showErrorAlertWithMessage(_ message: String) {
        note(message)
    }
    // snippet.end

    // snippet.S0.6
    func handleMultipleTwitterAccounts(_ accounts: [ACAccount]) {
        switch accounts.count {
        case 0:
            // No account on device.
            note("none")
        case 1:
            // Single user system, go straight to login
            // Changed: "acccounts" has a c too many in the guide.
            authenticateWithTwitterAccount(accounts[0])
        default:
            // Handle multiple users
            selectTwitterAccount(accounts)
        }
    }
    // snippet.end

    // snippet.S0.7
    func authenticateWithTwitterAccount(_ account: ACAccount) {
        twitterAuthHelper?.authenticateAccount(
            account,
            withCallback: { [note] error, authData in
                if let error {
                    // Error authenticating account with Firebase
                    note("not authenticated \(error.code)")
                } else {
                    // User successfully logged in
                    note("Logged in! \(authData?.uid ?? "-")")
                }
            })
    }
    // snippet.end

    // snippet.S0.8
    func selectTwitterAccount(_ accounts: [ACAccount]) {
        // Pop up action sheet which has different user accounts as options
        for account in accounts {
            buttonTitles.append(account.username)
        }
        buttonTitles.append("Cancel")
        note("choose \(buttonTitles)")
    }
    // snippet.end

    // snippet.S0.9
    func actionSheet(clickedButtonAtIndex buttonIndex: Int) {
        let currentTwitterHandle = buttonTitles[buttonIndex]
        for account in twitterAuthHelper?.accounts ?? [] {
            if currentTwitterHandle == account.username {
                authenticateWithTwitterAccount(account)
                return
            }
        }
    }
    // snippet.end
}
