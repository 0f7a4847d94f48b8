extension ActionTexts {
    static let german = ActionTexts(
        language: "de",
        resetPassword: Question(
            title: "Neues Passwort festlegen",
            lead: "für {email} bei {project}",
            confirm: "Passwort speichern",
            doneTitle: "Ihr Passwort ist geändert",
            done: "Ab jetzt melden Sie sich damit an. Alle bisherigen Anmeldungen sind beendet."),
        verifyEmail: Question(
            title: "Adresse bestätigen",
            lead: "Jemand hat bei {project} die Adresse {email} angegeben. Waren Sie das?",
            confirm: "Ja, Adresse bestätigen", deny: "Nein, das war ich nicht",
            doneTitle: "Ihre Adresse ist bestätigt",
            done: "Vielen Dank. {email} ist jetzt bestätigt."),
        changeEmail: Question(
            title: "Neue Adresse bestätigen",
            lead: "Ein Konto bei {project} soll künftig die Adresse {new} haben. Haben Sie das gewünscht?",
            confirm: "Ja, Adresse ändern", deny: "Nein, das war ich nicht",
            doneTitle: "Ihre Adresse ist geändert",
            done: "Ab jetzt melden Sie sich mit {new} an. Bitte melden Sie sich neu an."),
        recoverEmail: Question(
            title: "Adresse zurückholen",
            lead: "Die Adresse Ihres Kontos bei {project} wurde geändert; vorher war es {email}. Wenn Sie das nicht "
                + "waren, holen Sie sie zurück: Alle werden abgemeldet, und das Passwort, verknüpfte Anbieter und alle "
                + "anderen Zugänge werden entfernt.",
            confirm: "Zurückholen",
            doneTitle: "Ihre Adresse ist zurück",
            done: "{email} gehört wieder zu Ihrem Konto, und alle anderen sind abgemeldet."),
        disownEmail: Question(
            title: "Das war ich nicht",
            lead: "{email} wird dem Konto bei {project} genommen, das diese Adresse angegeben hat.",
            confirm: "Meine Adresse entfernen",
            doneTitle: "Ihre Adresse ist frei",
            done: "Kein Konto bei {project} hat mehr die Adresse {email}. Sie müssen nichts weiter tun."),
        revertSecondFactor: Question(
            title: "Zweiten Schritt entfernen",
            lead: "Für die Anmeldung mit {email} bei {project} wurde ein zweiter Schritt eingerichtet. Wenn Sie "
                + "das nicht waren, entfernen Sie ihn: Alle Anmeldungen werden beendet, und aufgeschriebene "
                + "Notfallcodes gelten nicht mehr.",
            confirm: "Zweiten Schritt entfernen",
            doneTitle: "Der zweite Schritt ist entfernt",
            done: "Die Anmeldung mit {email} verlangt ihn nicht mehr. Alle Anmeldungen sind beendet; wählen Sie "
                + "ein neues Passwort, bevor Sie sich wieder anmelden."),
        newPassword: "Neues Passwort",
        showPassword: "Passwort anzeigen",
        weakPassword: "Das Passwort braucht mindestens 6 Zeichen.",
        goOn: "Weiter",
        close: "Sie können dieses Fenster schließen.",
        resetSent: "Wir haben Ihnen eine Mail mit einem Link geschickt, über den Sie ein neues Passwort festlegen.",
        problemTitle: "Dieser Link funktioniert nicht",
        invalid: "Er wurde schon benutzt, durch einen neueren ersetzt oder nicht vollständig kopiert. Fordern Sie in "
            + "der App einen neuen an.",
        expired: "Er ist zu alt. Fordern Sie in der App einen neuen an.",
        disabled: "Das Konto ist gesperrt. Wenden Sie sich an die Betreiber von {project}.",
        taken: "Inzwischen hat ein anderes Konto diese Adresse. Melden Sie sich dort an, oder wählen Sie in der App "
            + "eine andere.",
        noPlace: "Er nennt keine Seite, zu der er führt, oder keine von {project}. Öffnen Sie ihn auf dem Gerät und in "
            + "der App, in der Sie ihn angefordert haben.",
        formEnded: "Die Seite war zu lange offen, oder Ihr Browser speichert dafür keine Cookies. Öffnen Sie den Link in "
            + "der Mail noch einmal.",
        otherwise: "Etwas ist schiefgegangen. Öffnen Sie den Link in der Mail noch einmal, oder fordern Sie in der App "
            + "einen neuen an.")
}
