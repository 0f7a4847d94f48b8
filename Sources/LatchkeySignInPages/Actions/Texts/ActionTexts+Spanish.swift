extension ActionTexts {
    static let spanish = ActionTexts(
        language: "es",
        resetPassword: Question(
            title: "Elegir una contraseña nueva",
            lead: "para {email} en {project}",
            confirm: "Guardar la contraseña",
            doneTitle: "Su contraseña ha cambiado",
            done: "Desde ahora inicie sesión con ella. Se han cerrado todas las sesiones anteriores."),
        verifyEmail: Question(
            title: "Confirmar su dirección",
            lead: "Alguien dio la dirección {email} en {project}. ¿Fue usted?",
            confirm: "Sí, confirmar la dirección", deny: "No, no fui yo",
            doneTitle: "Su dirección está confirmada",
            done: "Gracias. La dirección {email} ya está confirmada."),
        changeEmail: Question(
            title: "Confirmar su dirección nueva",
            lead: "Una cuenta de {project} va a tener desde ahora la dirección {new}. ¿Lo pidió usted?",
            confirm: "Sí, cambiar la dirección", deny: "No, no fui yo",
            doneTitle: "Su dirección ha cambiado",
            done: "Desde ahora inicie sesión con {new}. Vuelva a iniciar sesión, por favor."),
        recoverEmail: Question(
            title: "Recuperar su dirección",
            lead: "Se cambió la dirección de su cuenta en {project}; antes era {email}. Si no fue usted, recupérela: se "
                + "cerrarán todas las sesiones y se quitarán la contraseña, los proveedores vinculados y todos los "
                + "demás accesos.",
            confirm: "Recuperar la dirección",
            doneTitle: "Ha recuperado su dirección",
            done: "{email} vuelve a ser de su cuenta y se han cerrado todas las demás sesiones."),
        disownEmail: Question(
            title: "No fui yo",
            lead: "Se quitará {email} de la cuenta de {project} que dio esa dirección.",
            confirm: "Quitar mi dirección",
            doneTitle: "Su dirección está libre",
            done: "Ninguna cuenta de {project} tiene ya la dirección {email}. No tiene que hacer nada más."),
        revertSecondFactor: Question(
            title: "Quitar el segundo paso",
            lead: "Se añadió un segundo paso al inicio de sesión de {email} en {project}. Si no fue usted, "
                + "quítelo: se cierran todas las sesiones y los códigos de emergencia anotados dejan de valer.",
            confirm: "Quitar el segundo paso",
            doneTitle: "El segundo paso se ha quitado",
            done: "El inicio de sesión con {email} ya no lo pide. Se han cerrado todas las sesiones; elija una "
                + "contraseña nueva antes de volver a entrar."),
        newPassword: "Contraseña nueva",
        showPassword: "Mostrar la contraseña",
        weakPassword: "La contraseña debe tener al menos 6 caracteres.",
        goOn: "Continuar",
        close: "Puede cerrar esta ventana.",
        resetSent: "Le hemos enviado un correo con un enlace para elegir una contraseña nueva.",
        problemTitle: "Este enlace no funciona",
        invalid: "Ya se usó, otro más nuevo lo ha sustituido o no se copió entero. Pida uno nuevo en la aplicación.",
        expired: "Es demasiado antiguo. Pida uno nuevo en la aplicación.",
        disabled: "La cuenta está desactivada. Pregunte a los responsables de {project}.",
        taken: "Otra cuenta tiene ya esta dirección. Inicie sesión en ella o elija otra dirección en la aplicación.",
        noPlace: "No dice a qué página lleva, o esa página no es de {project}. Ábralo en el dispositivo y en la "
            + "aplicación donde lo pidió.",
        formEnded: "La página estuvo abierta demasiado tiempo o su navegador no guarda cookies de ella. Abra de nuevo el "
            + "enlace del correo.",
        otherwise: "Algo ha ido mal. Abra de nuevo el enlace del correo o pida uno nuevo en la aplicación.")
}
