import LatchkeyIdentity

extension MessageLanguage {
    static let french = MessageLanguage(
        tag: "fr", greeting: "Bonjour{{#displayName}} {{displayName}}{{/displayName}},",
        words: [
            .passwordReset: Words(
                "Nouveau mot de passe pour {{project}}", action: "Choisir un nouveau mot de passe",
                """
                Quelqu’un a demandé un nouveau mot de passe pour le compte {{email}} sur {{project}}. Si c’est vous, choisissez-le ici :

                {{link}}

                Le lien ne sert qu’une fois et pour peu de temps. Si ce n’est pas vous, ignorez ce message : votre mot de passe reste le même.
                """),
            .verifyEmail: Words(
                "Confirmez votre adresse pour {{project}}", action: "Confirmer cette adresse",
                """
                Veuillez confirmer que {{email}} est bien votre adresse, pour que votre compte sur {{project}} puisse l’utiliser :

                {{link}}

                Si vous n’y avez pas de compte, ignorez ce message.

                {{#denyLink}}Si ce n’était pas vous, ce lien retire votre adresse de ce compte :{{/denyLink}}

                {{#denyLink}}{{denyLink}}{{/denyLink}}
                """),
            .emailSignIn: Words(
                "Connexion à {{project}}", action: "Se connecter",
                """
                Ce lien vous connecte à {{project}} en tant que {{email}} :

                {{link}}

                Il ne sert qu’une fois et pour peu de temps. Ne le transmettez à personne : il permet de se connecter à votre place. Si vous \
                ne l’avez pas demandé, ignorez ce message.
                """),
            .signUp: Words(
                "Terminez la création de votre compte sur {{project}}", action: "Créer le compte",
                """
                Quelqu’un a demandé un compte pour {{email}} sur {{project}}. Si c’est vous, choisissez un mot de passe pour terminer :

                {{link}}

                Le lien ne sert qu’une fois, pendant un jour. Si ce n’est pas vous, ignorez ce message : sans le lien, aucun compte n’est créé.
                """),
            .accountExists: Words(
                "Vous avez déjà un compte sur {{project}}", action: "Choisir un nouveau mot de passe",
                """
                Quelqu’un a voulu créer un compte pour {{email}} sur {{project}}. Si c’est vous : vous avez déjà un compte. Connectez-vous comme avant, \
                ou choisissez un nouveau mot de passe ici :

                {{link}}

                Le lien ne sert qu’une fois et pour peu de temps. Si ce n’est pas vous, ignorez ce message : rien n’a changé.
                """),
            .verifyAndChangeEmail: Words(
                "Confirmez votre nouvelle adresse pour {{project}}", action: "Utiliser la nouvelle adresse",
                """
                Votre compte sur {{project}} doit changer d’adresse{{#newEmail}} : {{newEmail}}{{/newEmail}}. Veuillez le confirmer :

                {{link}}

                D’ici là, rien ne change. Si vous n’avez rien demandé, ignorez ce message.

                {{#denyLink}}Si ce n’était pas vous, ce lien retire votre adresse de ce compte :{{/denyLink}}

                {{#denyLink}}{{denyLink}}{{/denyLink}}
                """),
            .recoverEmail: Words(
                "L’adresse de votre compte {{project}} a été changée", action: "Annuler ce changement",
                """
                L’adresse de votre compte sur {{project}} a été changée : {{email}}{{#newEmail}} est devenue {{newEmail}}{{/newEmail}}. Si \
                c’est vous, il n’y a rien à faire.

                Sinon, annulez ce changement, puis choisissez un nouveau mot de passe :

                {{link}}
                """),
            .revertSecondFactor: Words(
                "Une seconde étape a été ajoutée à votre connexion à {{project}}", action: "Retirer la seconde étape",
                """
                La connexion à votre compte {{email}} sur {{project}} demande désormais une seconde étape. Si vous l’avez ajoutée, il n’y a \
                rien à faire.

                Sinon, retirez-la, puis choisissez un nouveau mot de passe :

                {{link}}
                """),
            .newNetwork: Words(
                "Votre compte {{project}} est utilisé depuis un nouveau réseau",
                """
                Un appareil connecté à votre compte {{email}} sur {{project}} a été utilisé depuis un nouveau réseau.

                Adresse : {{address}}
                Heure : {{time}}

                Si c’était vous, par exemple en voyage, il n’y a rien à faire.

                Sinon, choisissez un nouveau mot de passe dans l’application. Tous les appareils seront déconnectés.

                Si vous vous connectez sans mot de passe, demandez à l’assistance de l’application de déconnecter vos appareils.
                """),
            .phoneCode: Words(
                "Votre code pour {{project}}", "{{code}} est votre code pour {{project}}. Ne le donnez à personne."),
            .test: Words(
                "Message d’essai de {{project}}",
                "Ceci est un essai : les messages de {{project}} arrivent à {{email}}. Il n’y a rien à faire."),
        ])
}
