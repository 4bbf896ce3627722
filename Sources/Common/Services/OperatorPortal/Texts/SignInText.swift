import Localisation

/// Texts for signing in and out.
enum SignInText: CaseIterable, LocalisedText {
    case signIn
    case signOut
    case name
    case password
    case refused
    case ended
    case endsSoon

    var localised: Localised {
        switch self {
        case .signIn: Localised(en: "Sign in", it: "Accedi", de: "Anmelden", fr: "Se connecter", es: "Iniciar sesión")
        case .signOut: Localised(en: "Sign out", it: "Esci", de: "Abmelden", fr: "Se déconnecter", es: "Cerrar sesión")
        case .name:
            Localised(
                en: "Name",
                it: "Nome utente",
                de: "Benutzername",
                fr: "Nom d’utilisateur",
                es: "Nombre de usuario"
            )
        case .password: Localised(en: "Password", it: "Password", de: "Passwort", fr: "Mot de passe", es: "Contraseña")
        case .refused:
            Localised(
                en: "The name or the password is wrong.",
                it: "Il nome utente o la password non sono corretti.",
                de: "Der Benutzername oder das Passwort stimmt nicht.",
                fr: "Le nom d’utilisateur ou le mot de passe est incorrect.",
                es: "El nombre de usuario o la contraseña no son correctos."
            )
        case .ended:
            Localised(
                en: "Your session has ended. Nothing was done. Please sign in again.",
                it: "La sessione è terminata. Non è stato fatto nulla. Accedi di nuovo.",
                de: "Ihre Sitzung ist beendet. Es wurde nichts getan. Bitte melden Sie sich neu an.",
                fr: "Votre session est terminée. Rien n’a été fait. Reconnectez-vous.",
                es: "La sesión ha terminado. No se ha hecho nada. Vuelva a iniciar sesión."
            )
        case .endsSoon:
            Localised(
                en: "You will soon be signed out. Press any key to stay signed in.",
                it: "Tra poco la sessione terminerà. Premi un tasto qualsiasi per continuare.",
                de: "Sie werden gleich abgemeldet. Drücken Sie eine beliebige Taste, um angemeldet zu bleiben.",
                fr: "Votre session va bientôt se terminer. Appuyez sur une touche pour la prolonger.",
                es: "La sesión terminará pronto. Pulse cualquier tecla para continuar."
            )
        }
    }
}
