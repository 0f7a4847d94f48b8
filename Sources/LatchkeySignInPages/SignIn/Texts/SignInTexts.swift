/// The texts of the sign-in page in one language.
///
/// `{email}`, `{name}`, and similar placeholders are replaced by ``filled(_:_:)``.
struct SignInTexts: Sendable {
    /// The language tag (BCP 47).
    let language: String
    /// The language's own name for itself.
    let ownName: String
    var direction = "ltr"

    // The page.
    let title: String
    let to: String
    let sandbox: String
    let languages: String
    let providers: String
    let continueWith: String
    let createWith: String
    let passkeySignIn: String
    let orEmail: String
    let orProvider: String
    let email: String
    let password: String
    let showPassword: String
    let signIn: String
    let createAccount: String
    let forgot: String
    let newHere: String
    let haveAccount: String
    let passwordHint: String
    let resetTitle: String
    let resetLead: String
    let sendReset: String
    let sendLink: String
    let usePhone: String
    let phone: String
    let phoneHint: String
    let sendCode: String
    let messages: String
    let resetSent: String
    let linkSent: String
    let createLead: String
    let mailSentTitle: String
    let signUpSent: String
    let back: String

    // Links and codes.
    let linkTitle: String
    let linkLead: String
    let codeTitle: String
    let codeLead: String

    // The signed-in account.
    let signedIn: String
    let youAreSignedIn: String
    let account: String
    let verified: String
    let identifier: String
    let linkAnother: String
    let link: String
    let passkey: String
    let removePasskey: String
    let remove: String
    let newPasskey: String
    let thisDevice: String
    let addPasskey: String
    let signOut: String
    let unnamedUser: String
    let goOn: String
    let goOnAs: String
    let anotherAccount: String
    let oneMoment: String
    let goOnTo: String

    // The own account.
    let yourAccount: String
    let displayName: String
    let save: String
    let newPassword: String
    let changePassword: String
    let setPassword: String
    let unlink: String
    let linkedProviders: String
    let sessions: String
    let thisBrowser: String
    let lastUsed: String
    let endThis: String
    let endSession: String
    let endOthers: String
    let saved: String
    let sessionsEnded: String
    let lastWayIn: String
    let unknownDevice: String
    let manageAccount: String
    let passkeys: String
    let authenticator: String
    let addAuthenticator: String
    let scanLead: String
    let key: String
    let confirm: String
    let phoneFactor: String
    let addPhone: String
    let changePhone: String
    let addPhoneFactor: String
    let phoneTaken: String
    let phonePresent: String
    let noFactorsHere: String
    let removeFactor: String
    let recoveryCodes: String
    let recoveryLead: String
    let newRecoveryCodes: String
    let verifyFirst: String
    let sendVerification: String
    let mailSent: String
    let newEmail: String
    let changeEmail: String
    let sameEmail: String
    let deleteAccount: String
    let deleteLead: String
    let deleteForever: String
    let deleted: String
    let deletedLead: String

    // An account with the address already exists.
    let oneMoreStep: String
    let confirmLead: String
    let waysIn: String
    let signInAndLink: String
    let passkeyAndLink: String
    let notNow: String

    // The second factor.
    let secondFactor: String
    let oneMoreProof: String
    let protected: String
    let messageCode: String
    let programCode: String
    let sendCodeTo: String
    let useRecoveryCode: String
    let recoveryCode: String

    // Pages at other addresses.
    let notFound: String
    let notFoundLead: String
    let welcome: String
    let console: String

    // Errors.
    let tryAgain: String
    let staleForm: String
    let reload: String
    let ended: String
    let endedLead: String
    let wrongCredentials: String
    let tooManyMails: String
    let emailTaken: String
    let identityTaken: String
    let cancelled: String
    let weakPassword: String
    let policy: String
    let denied: String
    let noEmail: String
    let enterEmail: String
    let tooOld: String
    let unknownPasskey: String
    let takenPasskey: String
    let disabled: String
    let tookTooLong: String
    let wrongCode: String
    let tooMany: String
    let badLink: String
    let anotherAddress: String
    let noPhone: String
    let quota: String
    let noNewAccounts: String
    let providerAway: String
    let providerRefuses: String
    let accountThere: String
    let otherwise: String

    // Messages of the page's script.
    let scriptCancelled: String
    let scriptKnown: String
    let scriptForbidden: String
    let scriptFailed: String
    let outOfDate: String
}
