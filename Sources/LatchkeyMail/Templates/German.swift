import LatchkeyIdentity

extension MessageLanguage {
    static let german = MessageLanguage(
        tag: "de", greeting: "Guten Tag{{#displayName}} {{displayName}}{{/displayName}},",
        words: [
            .passwordReset: Words(
                "Neues Passwort für {{project}}", action: "Neues Passwort wählen",
                """
                jemand hat für das Konto {{email}} bei {{project}} ein neues Passwort angefordert. Wenn Sie das waren, wählen Sie es hier:

                {{link}}

                Der Link gilt einmal und nur kurze Zeit. Wenn Sie es nicht waren, ist nichts zu tun: Ihr Passwort bleibt, wie es ist.
                """),
            .verifyEmail: Words(
                "Bestätigen Sie Ihre Adresse für {{project}}", action: "Adresse bestätigen",
                """
                bitte bestätigen Sie, dass {{email}} Ihre Adresse ist, damit Ihr Konto bei {{project}} sie verwenden kann:

                {{link}}

                Wenn Sie dort kein Konto haben, ist nichts zu tun.

                {{#denyLink}}Wenn Sie das nicht waren, entfernt dieser Link Ihre Adresse aus dem Konto:{{/denyLink}}

                {{#denyLink}}{{denyLink}}{{/denyLink}}
                """),
            .emailSignIn: Words(
                "Anmelden bei {{project}}", action: "Anmelden",
                """
                dieser Link meldet Sie bei {{project}} als {{email}} an:

                {{link}}

                Er gilt einmal und nur kurze Zeit. Geben Sie ihn nicht weiter: Wer ihn hat, kann sich als Sie anmelden. Wenn Sie ihn nicht \
                angefordert haben, ist nichts zu tun.
                """),
            .signUp: Words(
                "Erstellen Sie Ihr Konto bei {{project}}", action: "Konto erstellen",
                """
                jemand hat bei {{project}} ein Konto für {{email}} angefordert. Wenn Sie das waren, wählen Sie ein Passwort dafür:

                {{link}}

                Der Link gilt einmal und einen Tag lang. Wenn Sie es nicht waren, ist nichts zu tun: Ohne den Link entsteht kein Konto.
                """),
            .accountExists: Words(
                "Sie haben schon ein Konto bei {{project}}", action: "Neues Passwort wählen",
                """
                jemand wollte bei {{project}} ein Konto für {{email}} erstellen. Wenn Sie das waren: Sie haben schon ein Konto. Melden Sie sich an wie \
                bisher, oder wählen Sie hier ein neues Passwort:

                {{link}}

                Der Link gilt einmal und nur kurze Zeit. Wenn Sie es nicht waren, ist nichts zu tun: Es hat sich nichts geändert.
                """),
            .verifyAndChangeEmail: Words(
                "Bestätigen Sie Ihre neue Adresse für {{project}}", action: "Neue Adresse verwenden",
                """
                Ihr Konto bei {{project}} soll eine neue Adresse bekommen{{#newEmail}}: {{newEmail}}{{/newEmail}}. Bitte bestätigen Sie das:

                {{link}}

                Bis dahin ändert sich nichts. Wenn Sie das nicht wollten, ist nichts zu tun.

                {{#denyLink}}Wenn Sie das nicht waren, entfernt dieser Link Ihre Adresse aus dem Konto:{{/denyLink}}

                {{#denyLink}}{{denyLink}}{{/denyLink}}
                """),
            .recoverEmail: Words(
                "Die Adresse Ihres Kontos bei {{project}} wurde geändert", action: "Änderung zurücknehmen",
                """
                die Adresse Ihres Kontos bei {{project}} wurde geändert: von {{email}}{{#newEmail}} zu {{newEmail}}{{/newEmail}}. Wenn Sie \
                das waren, ist nichts zu tun.

                Wenn nicht, nehmen Sie die Änderung zurück und wählen Sie danach ein neues Passwort:

                {{link}}
                """),
            .revertSecondFactor: Words(
                "Ihre Anmeldung bei {{project}} hat einen zweiten Schritt bekommen", action: "Zweiten Schritt entfernen",
                """
                die Anmeldung an Ihrem Konto {{email}} bei {{project}} verlangt jetzt einen zweiten Schritt. Wenn Sie ihn hinzugefügt haben, \
                ist nichts zu tun.

                Wenn nicht, entfernen Sie ihn und wählen Sie danach ein neues Passwort:

                {{link}}
                """),
            .newNetwork: Words(
                "Ihr Konto bei {{project}} wird aus einem neuen Netz benutzt",
                """
                ein Gerät, das an Ihrem Konto {{email}} bei {{project}} angemeldet ist, wurde aus einem neuen Netz benutzt.

                Adresse: {{address}}
                Zeit: {{time}}

                Wenn Sie das waren, zum Beispiel auf einer Reise, ist nichts zu tun.

                Wenn nicht, wählen Sie in der App ein neues Passwort. Das meldet alle Geräte ab.

                Wenn Sie sich ohne Passwort anmelden, bitten Sie den Support der App, Ihre Geräte abzumelden.
                """),
            .phoneCode: Words(
                "Ihr Code für {{project}}", "{{code}} ist Ihr Code für {{project}}. Geben Sie ihn nicht weiter."),
            .test: Words(
                "Probenachricht von {{project}}",
                "dies ist eine Probe: Nachrichten von {{project}} erreichen {{email}}. Es ist nichts zu tun."),
        ])
}
