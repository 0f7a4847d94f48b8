import LatchkeyIdentity

extension MessageLanguage {
    static let english = MessageLanguage(
        tag: "en", greeting: "Hello{{#displayName}} {{displayName}}{{/displayName}},",
        words: [
            .passwordReset: Words(
                "Choose a new password for {{project}}", action: "Choose a new password",
                """
                A new password was requested for the account {{email}} at {{project}}. If it was you, choose one here:

                {{link}}

                The link works once, and only for a short time. If it was not you, ignore this message: your password will not change.
                """),
            .verifyEmail: Words(
                "Confirm your address for {{project}}", action: "Confirm this address",
                """
                Please confirm that {{email}} is your address, so that your account at {{project}} can use it:

                {{link}}

                If you have no account there, ignore this message.

                {{#denyLink}}If it was not you, this link removes your address from the account:{{/denyLink}}

                {{#denyLink}}{{denyLink}}{{/denyLink}}
                """),
            .emailSignIn: Words(
                "Sign in to {{project}}", action: "Sign in",
                """
                This link signs you in to {{project}} as {{email}}:

                {{link}}

                It works once, and only for a short time. Do not share it: anyone with this link can sign in as you. If you did not \
                request it, ignore this message.
                """),
            .signUp: Words(
                "Finish creating your account at {{project}}", action: "Create the account",
                """
                An account was requested for {{email}} at {{project}}. If it was you, choose a password to finish:

                {{link}}

                The link works once, for a day. If it was not you, ignore this message: no account is created without the link.
                """),
            .accountExists: Words(
                "You already have an account at {{project}}", action: "Choose a new password",
                """
                A new account was requested for {{email}} at {{project}}, but this address already has one. Sign in as before, or \
                choose a new password here:

                {{link}}

                The link works once, and only for a short time. If it was not you, ignore this message: nothing has changed.
                """),
            .verifyAndChangeEmail: Words(
                "Confirm your new address for {{project}}", action: "Use the new address",
                """
                The address of your account at {{project}} will change{{#newEmail}} to {{newEmail}}{{/newEmail}}. Please confirm it:

                {{link}}

                Until then nothing changes. If you did not request this, ignore this message.

                {{#denyLink}}If it was not you, this link removes your address from the account:{{/denyLink}}

                {{#denyLink}}{{denyLink}}{{/denyLink}}
                """),
            .recoverEmail: Words(
                "The address of your account at {{project}} was changed", action: "Undo the change",
                """
                The address of your account at {{project}} was changed from {{email}}{{#newEmail}} to {{newEmail}}{{/newEmail}}. If you \
                changed it, you can ignore this message.

                If you did not, undo the change, and then choose a new password:

                {{link}}
                """),
            .revertSecondFactor: Words(
                "A second step was added to your sign-in at {{project}}", action: "Remove the second step",
                """
                Signing in to your account {{email}} at {{project}} now takes a second step. If you added it, you can ignore this message.

                If you did not, remove it, and then choose a new password:

                {{link}}
                """),
            .newNetwork: Words(
                "Your account at {{project}} was used from a new network",
                """
                One of the devices signed in to your account {{email}} at {{project}} was used from a new network.

                Address: {{address}}
                Time: {{time}}

                If this was you, for example while traveling, you can ignore this e-mail.

                If it was not you, choose a new password in the app. This signs out all devices.

                If you sign in without a password, ask the support of the app to sign you out.
                """),
            .phoneCode: Words(
                "Your code for {{project}}", "{{code}} is your code for {{project}}. Do not share it with anyone."),
            .test: Words(
                "Test message from {{project}}",
                "This is a test: messages from {{project}} reach {{email}}. You can ignore this message."),
        ])
}
