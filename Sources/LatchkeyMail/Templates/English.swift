import LatchkeyIdentity

extension MessageLanguage {
    static let english = MessageLanguage(
        tag: "en", greeting: "Hello{{#displayName}} {{displayName}}{{/displayName}},",
        words: [
            .passwordReset: Words(
                "Choose a new password for {{project}}", action: "Choose a new password",
                """
                Somebody asked for a new password for the account {{email}} at {{project}}. If it was you, choose one here:

                {{link}}

                The link works once, and only for a short time. If it was not you, ignore this message: your password stays as it is.
                """),
            .verifyEmail: Words(
                "Confirm your address for {{project}}", action: "Confirm this address",
                """
                Please confirm that {{email}} is your address, so that your account at {{project}} can rely on it:

                {{link}}

                If you have no account there, ignore this message.

                {{#denyLink}}If it was not you, this link takes your address away from the account:{{/denyLink}}

                {{#denyLink}}{{denyLink}}{{/denyLink}}
                """),
            .emailSignIn: Words(
                "Sign in to {{project}}", action: "Sign in",
                """
                This link signs you in to {{project}} as {{email}}:

                {{link}}

                It works once, and only for a short time. Do not pass it on: whoever has it can sign in as you. If you did not ask for \
                it, ignore this message.
                """),
            .verifyAndChangeEmail: Words(
                "Confirm your new address for {{project}}", action: "Use the new address",
                """
                Your account at {{project}} is to have a new address{{#newEmail}}, {{newEmail}}{{/newEmail}}. Please confirm it:

                {{link}}

                Until then nothing changes. If you did not ask for this, ignore this message.

                {{#denyLink}}If it was not you, this link takes your address away from the account:{{/denyLink}}

                {{#denyLink}}{{denyLink}}{{/denyLink}}
                """),
            .recoverEmail: Words(
                "The address of your account at {{project}} was changed", action: "Take the change back",
                """
                {{email}} is no longer the address of your account at {{project}}{{#newEmail}}: it is {{newEmail}} now{{/newEmail}}. If you \
                did that, there is nothing to do.

                If you did not, take the change back, and then choose a new password:

                {{link}}
                """),
            .revertSecondFactor: Words(
                "A second step was added to your sign-in at {{project}}", action: "Remove the second step",
                """
                Signing in to your account {{email}} at {{project}} now takes a second step. If you added it, there is nothing to do.

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
                """),
            .phoneCode: Words(
                "Your code for {{project}}", "{{code}} is your code for {{project}}. Do not tell it to anybody."),
            .test: Words(
                "Test message from {{project}}",
                "This is a test: messages from {{project}} reach {{email}}. There is nothing to do."),
        ])
}
