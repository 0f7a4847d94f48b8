import Foundation
import LatchkeyAuth
import LatchkeyFirebase2
import LatchkeySimpleLogin
import ServerUnderTest

/// The examples of "Authenticating Twitter users to your Firebase" in the guide of Firebase Simple Login for iOS.
struct SimpleLoginExample {
    /// The guide's `yourApp`.
    struct App: Sendable {
        let select: @Sendable ([String]) -> Int32
        func selectUserName(_ usernames: [String]) -> Int32 { select(usernames) }
    }

    let myRef: Firebase
    let store: ACAccountStore
    let yourApp: App
    let note: Notes

    /// The guide's Swift version.
    @MainActor func asSwift() {
        // snippet.S1.2
        // Changed: "let", because it never varies; and the accounts are those of the test's device.
        let authClient = FirebaseSimpleLogin(ref: myRef, accountStore: store)
        authClient.loginToTwitterAppWithId(
            "latchkeySandboxConsumer01",
            multipleAccountsHandler: { usernames -> Int32 in

                // If you do not wish to authenticate with any of these usernames, return NSNotFound.
                // Changed: "Int32(-1)" in place of it, which fits in no Int32; anything that is no index will do.
                return yourApp.selectUserName(usernames)
            },
            withCompletionBlock: { error, user in
                // Changed: "if error" tests what is no Bool since Swift 1.2.
                if error != nil {
                    // There was an error authenticating
                    note("error \(error?.code ?? 0)")
                } else {
                    // We have an authenticated Twitter user
                    note("user \(user?.uid ?? "-")")
                }
            })
        // snippet.end
    }

    /// The guide's Objective-C version, with a handler that returns `NSNotFound`.
    @MainActor func asObjectiveC(_ select: @escaping @Sendable ([String]) -> Int) {
        // snippet.S1.1
        let authClient = FirebaseSimpleLogin(ref: myRef, accountStore: store)
        authClient.loginToTwitterAppWithId(
            "latchkeySandboxConsumer01",
            multipleAccountsHandler: { usernames -> Int in
                // If you do not wish to authenticate with any of these usernames, return NSNotFound.
                return select(usernames)
            },
            withCompletionBlock: { error, user in
                if let error {
                    // There was an error authenticating
                    note("error \(error.code)")
                } else {
                    // We have an authenticated Twitter user
                    note("user \(user?.uid ?? "-")")
                }
            })
        // snippet.end
    }
}

/// "Authenticating with Multiple Accounts" of the same guide: a view controller's logic, in Swift.
@MainActor final class SimpleLoginViewController {
    // snippet.S1.4
    var currentTwitterHandle: String?
    // snippet.end
    let url: String
    // snippet.S1.4
    /// Changed: kept here, because accounts of a store that is gone are none.
    let accountStore: ACAccountStore
    // snippet.end
    let note: Notes
    // snippet.S1.6
    /// Changed: in place of a `UIActionSheet`, whose buttons the test presses.
    var buttonTitles: [String] = []
    // snippet.end

    init(url: String, accountStore: ACAccountStore, note: Notes) {
        self.url = url
        self.accountStore = accountStore
        self.note = note
    }

    // snippet.S1.4
    func authenticateWithTwitter() {
        if let currentTwitterHandle {
            // If the user has a currently selected Twitter handle, log them in normally
            let ref = Firebase(url: url)
            let authClient = FirebaseSimpleLogin(ref: ref, accountStore: accountStore)
            authClient.loginToTwitterAppWithId(
                "latchkeySandboxConsumer01",
                multipleAccountsHandler: { usernames -> Int in
                    // Return an int representing the user selected or NSNotFound
                    return usernames.firstIndex(of: currentTwitterHandle) ?? NSNotFound
                },
                withCompletionBlock: { [note] error, user in
                    if let error {
                        // An error has occurred!
                        note("error \(error.code)")
                    } else {
                        // We have a user
                        note("user \(user?.uid ?? "-")")
                    }
                })
        } else {
            // Access account store to pull twitter accounts on device
            let accountType = accountStore.accountTypeWithAccountTypeIdentifier(ACAccountTypeIdentifierTwitter)
            // Present appropriate UI elements to indicate loading, as this operation can take several seconds
            accountStore.requestAccessToAccountsWithType(accountType, options: nil) { granted, error in
                if granted {
                    let accounts = self.accountStore.accountsWithAccountType(accountType)
                    self.handleMultipleTwitterAccounts(accounts)
                } else {
                    // User has denied access to Twitter accounts
                    self.note("denied")
                }
            }
        }
    }
    // snippet.end

    // snippet.S1.5
    func handleMultipleTwitterAccounts(_ accounts: [ACAccount]) {
        switch accounts.count {
        case 0:
            // Deal with setting up a Twitter account (could also not be set up on the device, deal with this differently)
            // Changed: the page is noted in place of being opened.
            note("open https://twitter.com/signup")
        case 1:
            // Single user system, go straight to login
            currentTwitterHandle = accounts[0].username
            authenticateWithTwitter()
        default:
            // Handle multiple users
            selectTwitterAccount(accounts)
        }
    }
    // snippet.end

    // snippet.S1.6
    func selectTwitterAccount(_ accounts: [ACAccount]) {
        // Pop up action sheet which has different user accounts as options
        for account in accounts {
            buttonTitles.append(account.username)
        }
        buttonTitles.append("Cancel")
        note("choose \(buttonTitles)")
    }
    // snippet.end

    // snippet.S1.7
    func actionSheet(clickedButtonAtIndex buttonIndex: Int) {
        currentTwitterHandle = buttonTitles[buttonIndex]
        authenticateWithTwitter()
    }
    // snippet.end
}
