extension ActionTexts {
    static let english = ActionTexts(
        language: "en",
        resetPassword: Question(
            title: "Set a new password",
            lead: "for {email} at {project}",
            confirm: "Save the password",
            doneTitle: "Your password is changed",
            done: "Sign in with your new password. All earlier sessions have been signed out."),
        verifyEmail: Question(
            title: "Confirm your address",
            lead: "The address {email} was entered at {project}. Was that you?",
            confirm: "Yes, confirm the address", deny: "No, that was not me",
            doneTitle: "Your address is confirmed",
            done: "Thank you. {email} is confirmed now."),
        changeEmail: Question(
            title: "Confirm your new address",
            lead: "An account at {project} is about to change its address to {new}. Did you request this?",
            confirm: "Yes, change the address", deny: "No, that was not me",
            doneTitle: "Your address is changed",
            done: "Use {new} to sign in from now on. Please sign in again."),
        recoverEmail: Question(
            title: "Take your address back",
            lead: "The address of your account at {project} was changed; it was {email} before. If that was not you, "
                + "take it back: all sessions are signed out, and the password, linked providers and all other sign-in methods are "
                + "removed.",
            confirm: "Take it back",
            doneTitle: "Your address is back",
            done: "{email} belongs to your account again, and all other sessions are signed out."),
        disownEmail: Question(
            title: "That was not me",
            lead: "{email} is removed from the account at {project} that uses it.",
            confirm: "Remove my address",
            doneTitle: "Your address is free",
            done: "No account at {project} uses {email} any more. You don’t need to do anything else."),
        revertSecondFactor: Question(
            title: "Remove the second step",
            lead: "A second step was added to signing in to {email} at {project}. If that was not you, remove it: "
                + "all sessions are signed out, and saved recovery codes no longer work.",
            confirm: "Remove the second step",
            doneTitle: "The second step is gone",
            done: "Signing in to {email} no longer requires it. All sessions have been signed out; choose a new password "
                + "before you sign in again."),
        newPassword: "New password",
        showPassword: "Show password",
        weakPassword: "The password needs at least 6 characters.",
        goOn: "Continue",
        close: "You can close this window.",
        resetSent: "We have sent you a mail with a link to set a new password.",
        problemTitle: "This link does not work",
        invalid: "It was already used, a newer one has replaced it, or it was not copied completely. Request a new "
            + "one in the app.",
        expired: "It is too old. Request a new one in the app.",
        disabled: "The account is disabled. Contact the operators of {project}.",
        taken: "Another account now has this address. Sign in to that account, or choose another address in the app.",
        noPlace: "It does not say which page it leads to, or that page is not one of {project}. Open it on the device "
            + "and in the app where you requested it.",
        formEnded: "The page was open for too long, or your browser does not store cookies for it. Open the link in the mail "
            + "again.",
        otherwise: "Something went wrong. Open the link in the mail again, or request a new one in the app.")
}
