extension ActionTexts {
    static let english = ActionTexts(
        language: "en",
        resetPassword: Question(
            title: "Set a new password",
            lead: "for {email} at {project}",
            confirm: "Save the password",
            doneTitle: "Your password is changed",
            done: "From now on you sign in with it. Everybody who was signed in before has been signed out."),
        verifyEmail: Question(
            title: "Confirm your address",
            lead: "Somebody gave {email} as their address at {project}. Was that you?",
            confirm: "Yes, confirm the address", deny: "No, that was not me",
            doneTitle: "Your address is confirmed",
            done: "Thank you. {email} is confirmed now."),
        changeEmail: Question(
            title: "Confirm your new address",
            lead: "An account at {project} is to have the address {new} from now on. Did you ask for that?",
            confirm: "Yes, change the address", deny: "No, that was not me",
            doneTitle: "Your address is changed",
            done: "From now on you sign in with {new}. Please sign in again."),
        recoverEmail: Question(
            title: "Take your address back",
            lead: "The address of your account at {project} was changed; it was {email} before. If that was not you, "
                + "take it back: everybody is signed out, and the password, linked providers and all other ways in are "
                + "removed.",
            confirm: "Take it back",
            doneTitle: "Your address is back",
            done: "{email} belongs to your account again, and everybody else is signed out."),
        disownEmail: Question(
            title: "That was not me",
            lead: "{email} is taken away from the account at {project} that gave it.",
            confirm: "Take my address away from it",
            doneTitle: "Your address is free",
            done: "No account at {project} has {email} any more. You need not do anything else."),
        revertSecondFactor: Question(
            title: "Remove the second step",
            lead: "A second step was added to signing in to {email} at {project}. If that was not you, remove it: "
                + "everybody is signed out, and codes for emergencies that were written down are void.",
            confirm: "Remove the second step",
            doneTitle: "The second step is gone",
            done: "Signing in to {email} takes it no longer. Everybody has been signed out; choose a new password "
                + "before you sign in again."),
        newPassword: "New password",
        weakPassword: "The password needs at least 6 characters.",
        goOn: "Continue",
        close: "You can close this window.",
        resetSent: "We have sent you a mail with a link to set a new password.",
        problemTitle: "This link does not work",
        invalid: "It was used before, something newer has taken its place, or it was not copied whole. Ask for a new "
            + "one in the app.",
        expired: "It is too old. Ask for a new one in the app.",
        disabled: "The account is disabled. Ask those who run {project}.",
        taken: "Another account has this address by now. Sign in to that one, or choose another address in the app.",
        noPlace: "It does not say which page it leads to, or that page is not one of {project}. Open it on the device "
            + "and in the app where you asked for it.",
        formEnded: "The page was open for too long, or your browser keeps no cookies for it. Open the link in the mail "
            + "again.",
        otherwise: "Something went wrong. Open the link in the mail again, or ask for a new one in the app.")
}
