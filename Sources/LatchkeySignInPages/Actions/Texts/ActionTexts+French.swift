extension ActionTexts {
    static let french = ActionTexts(
        language: "fr",
        resetPassword: Question(
            title: "Choisir un nouveau mot de passe",
            lead: "pour {email} chez {project}",
            confirm: "Enregistrer le mot de passe",
            doneTitle: "Votre mot de passe est changé",
            done: "Connectez-vous désormais avec lui. Toutes les sessions précédentes sont closes."),
        verifyEmail: Question(
            title: "Confirmer votre adresse",
            lead: "Quelqu’un a donné l’adresse {email} chez {project}. Était-ce vous ?",
            confirm: "Oui, confirmer l’adresse", deny: "Non, ce n’était pas moi",
            doneTitle: "Votre adresse est confirmée",
            done: "Merci. L’adresse {email} est maintenant confirmée."),
        changeEmail: Question(
            title: "Confirmer votre nouvelle adresse",
            lead: "Un compte chez {project} doit désormais avoir l’adresse {new}. L’avez-vous demandé ?",
            confirm: "Oui, changer l’adresse", deny: "Non, ce n’était pas moi",
            doneTitle: "Votre adresse est changée",
            done: "Connectez-vous désormais avec {new}. Veuillez vous reconnecter."),
        recoverEmail: Question(
            title: "Reprendre votre adresse",
            lead: "L’adresse de votre compte chez {project} a été changée ; c’était {email}. Si ce n’était pas vous, "
                + "reprenez-la : tout le monde est déconnecté, et le mot de passe, les fournisseurs liés et tous les "
                + "autres accès sont retirés.",
            confirm: "Reprendre l’adresse",
            doneTitle: "Votre adresse est rétablie",
            done: "{email} appartient de nouveau à votre compte, et tous les autres sont déconnectés."),
        disownEmail: Question(
            title: "Ce n’était pas moi",
            lead: "{email} est retirée du compte chez {project} qui l’avait donnée.",
            confirm: "Retirer mon adresse",
            doneTitle: "Votre adresse est libre",
            done: "Plus aucun compte chez {project} n’a l’adresse {email}. Vous n’avez rien d’autre à faire."),
        revertSecondFactor: Question(
            title: "Retirer la deuxième étape",
            lead: "Une deuxième étape a été ajoutée à la connexion de {email} chez {project}. Si ce n’était pas "
                + "vous, retirez-la : tout le monde est déconnecté, et les codes de secours notés ne valent plus.",
            confirm: "Retirer la deuxième étape",
            doneTitle: "La deuxième étape est retirée",
            done: "La connexion avec {email} ne la demande plus. Tout le monde est déconnecté ; choisissez un "
                + "nouveau mot de passe avant de vous reconnecter."),
        newPassword: "Nouveau mot de passe",
        showPassword: "Afficher le mot de passe",
        weakPassword: "Le mot de passe doit avoir au moins 6 caractères.",
        goOn: "Continuer",
        close: "Vous pouvez fermer cette fenêtre.",
        resetSent: "Nous vous avons envoyé un courriel avec un lien pour choisir un nouveau mot de passe.",
        problemTitle: "Ce lien ne fonctionne pas",
        invalid: "Il a déjà servi, un plus récent l’a remplacé, ou il n’a pas été copié en entier. Demandez-en un "
            + "nouveau dans l’application.",
        expired: "Il est trop ancien. Demandez-en un nouveau dans l’application.",
        disabled: "Ce compte est désactivé. Adressez-vous aux responsables de {project}.",
        taken: "Un autre compte a cette adresse entre-temps. Connectez-vous à celui-là, ou choisissez une autre "
            + "adresse dans l’application.",
        noPlace: "Il ne dit pas à quelle page il mène, ou cette page n’est pas de {project}. Ouvrez-le sur l’appareil "
            + "et dans l’application où vous l’avez demandé.",
        formEnded: "La page est restée ouverte trop longtemps, ou votre navigateur n’en garde pas les cookies. Ouvrez de "
            + "nouveau le lien du courriel.",
        otherwise: "Un problème est survenu. Ouvrez de nouveau le lien du courriel, ou demandez-en un nouveau dans "
            + "l’application.")
}
