import LatchkeyIdentity

extension MessageLanguage {
    static let spanish = MessageLanguage(
        tag: "es", greeting: "Hola{{#displayName}}, {{displayName}}{{/displayName}}:",
        words: [
            .passwordReset: Words(
                "Contraseña nueva para {{project}}", action: "Elegir una contraseña nueva",
                """
                Alguien ha pedido una contraseña nueva para la cuenta {{email}} en {{project}}. Si ha sido usted, elíjala aquí:

                {{link}}

                El enlace sirve una sola vez y durante poco tiempo. Si no ha sido usted, no haga caso de este mensaje: su contraseña no cambia.
                """),
            .verifyEmail: Words(
                "Confirme su dirección para {{project}}", action: "Confirmar esta dirección",
                """
                Confirme, por favor, que {{email}} es su dirección, para que su cuenta en {{project}} pueda usarla:

                {{link}}

                Si no tiene cuenta allí, no haga caso de este mensaje.

                {{#denyLink}}Si no ha sido usted, este enlace quita su dirección de esa cuenta:{{/denyLink}}

                {{#denyLink}}{{denyLink}}{{/denyLink}}
                """),
            .emailSignIn: Words(
                "Entrar en {{project}}", action: "Entrar",
                """
                Con este enlace entra en {{project}} como {{email}}:

                {{link}}

                Sirve una sola vez y durante poco tiempo. No se lo dé a nadie: quien lo tenga puede entrar en su nombre. Si no lo ha pedido, \
                no haga caso de este mensaje.
                """),
            .signUp: Words(
                "Termine de crear su cuenta en {{project}}", action: "Crear la cuenta",
                """
                Alguien ha pedido una cuenta para {{email}} en {{project}}. Si ha sido usted, elija una contraseña para terminar:

                {{link}}

                El enlace sirve una sola vez, durante un día. Si no ha sido usted, no haga caso de este mensaje: sin el enlace no se crea ninguna cuenta.
                """),
            .accountExists: Words(
                "Ya tiene una cuenta en {{project}}", action: "Elegir una contraseña nueva",
                """
                Alguien ha querido crear una cuenta para {{email}} en {{project}}. Si ha sido usted: ya tiene una cuenta. Entre como hasta ahora, o \
                elija aquí una contraseña nueva:

                {{link}}

                El enlace sirve una sola vez y durante poco tiempo. Si no ha sido usted, no haga caso de este mensaje: no ha cambiado nada.
                """),
            .verifyAndChangeEmail: Words(
                "Confirme su nueva dirección para {{project}}", action: "Usar la nueva dirección",
                """
                Su cuenta en {{project}} va a cambiar de dirección{{#newEmail}}: {{newEmail}}{{/newEmail}}. Confírmelo, por favor:

                {{link}}

                Hasta entonces no cambia nada. Si no lo ha pedido, no haga caso de este mensaje.

                {{#denyLink}}Si no ha sido usted, este enlace quita su dirección de esa cuenta:{{/denyLink}}

                {{#denyLink}}{{denyLink}}{{/denyLink}}
                """),
            .recoverEmail: Words(
                "Ha cambiado la dirección de su cuenta en {{project}}", action: "Deshacer el cambio",
                """
                Ha cambiado la dirección de su cuenta en {{project}}: era {{email}}{{#newEmail}} y ahora es {{newEmail}}{{/newEmail}}. Si ha \
                sido usted, no tiene que hacer nada.

                Si no, deshaga el cambio y elija después una contraseña nueva:

                {{link}}
                """),
            .revertSecondFactor: Words(
                "Su acceso a {{project}} tiene ahora un segundo paso", action: "Quitar el segundo paso",
                """
                Entrar en su cuenta {{email}} de {{project}} pide ahora un segundo paso. Si lo ha añadido usted, no tiene que hacer nada.

                Si no, quítelo y elija después una contraseña nueva:

                {{link}}
                """),
            .newNetwork: Words(
                "Su cuenta de {{project}} se usa desde una red nueva",
                """
                Un dispositivo con la sesión iniciada en su cuenta {{email}} de {{project}} se ha usado desde una red nueva.

                Dirección: {{address}}
                Hora: {{time}}

                Si ha sido usted, por ejemplo de viaje, no tiene que hacer nada.

                Si no, elija una contraseña nueva en la aplicación. Con ello se cierran las sesiones de todos los dispositivos.

                Si inicia sesión sin contraseña, pida al soporte de la aplicación que cierre las sesiones de sus dispositivos.
                """),
            .phoneCode: Words(
                "Su código para {{project}}", "{{code}} es su código para {{project}}. No se lo diga a nadie."),
            .test: Words(
                "Mensaje de prueba de {{project}}",
                "Esto es una prueba: los mensajes de {{project}} llegan a {{email}}. No tiene que hacer nada."),
        ])
}
