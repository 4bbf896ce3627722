import Localisation

/// Texts of the form for another password.
enum PasswordText: CaseIterable, LocalisedText {
    case changePassword
    case oldPassword
    case newPassword
    case repeatPassword
    case passwordHint
    case oldPasswordWrong
    case passwordsDiffer
    case passwordTooLong
    case passwordTooEasy
    case passwordSame
    case passwordFirst
    case passwordChanged

    var localised: Localised {
        switch self {
        case .changePassword:
            Localised(
                en: "Change password",
                it: "Cambia password",
                de: "Passwort ändern",
                fr: "Changer le mot de passe",
                es: "Cambiar contraseña"
            )
        case .oldPassword:
            Localised(
                en: "Current password",
                it: "Password attuale",
                de: "Aktuelles Passwort",
                fr: "Mot de passe actuel",
                es: "Contraseña actual"
            )
        case .newPassword:
            Localised(
                en: "New password",
                it: "Nuova password",
                de: "Neues Passwort",
                fr: "Nouveau mot de passe",
                es: "Contraseña nueva"
            )
        case .repeatPassword:
            Localised(
                en: "Repeat the new password",
                it: "Ripeti la nuova password",
                de: "Neues Passwort wiederholen",
                fr: "Répétez le nouveau mot de passe",
                es: "Repita la contraseña nueva"
            )
        case .passwordHint:
            Localised(
                en:
                    "At least \(PasswordRule.minLength) characters, without your name. A few words in a row are good.",
                it:
                    "Almeno \(PasswordRule.minLength) caratteri, senza il tuo nome utente. Alcune parole di seguito vanno bene.",
                de:
                    "Mindestens \(PasswordRule.minLength) Zeichen, ohne Ihren Benutzernamen. Gut sind einige Wörter hintereinander.",
                fr:
                    "Au moins \(PasswordRule.minLength) caractères, sans votre nom d’utilisateur. Quelques mots à la suite conviennent bien.",
                es:
                    "Al menos \(PasswordRule.minLength) caracteres, sin su nombre de usuario. Varias palabras seguidas son una buena opción."
            )
        case .oldPasswordWrong:
            Localised(
                en: "This is not the current password.",
                it: "Questa non è la password attuale.",
                de: "Das ist nicht das aktuelle Passwort.",
                fr: "Ce n’est pas le mot de passe actuel.",
                es: "Esta no es la contraseña actual."
            )
        case .passwordsDiffer:
            Localised(
                en: "The two new passwords are not the same.",
                it: "Le due nuove password non coincidono.",
                de: "Die beiden neuen Passwörter sind nicht gleich.",
                fr: "Les deux nouveaux mots de passe ne sont pas identiques.",
                es: "Las dos contraseñas nuevas no coinciden."
            )
        case .passwordTooLong:
            Localised(
                en: "This password is too long.",
                it: "Questa password è troppo lunga.",
                de: "Dieses Passwort ist zu lang.",
                fr: "Ce mot de passe est trop long.",
                es: "Esta contraseña es demasiado larga."
            )
        case .passwordTooEasy:
            Localised(
                en: "This password is easy to guess. Use a few words that have nothing to do with each other.",
                it: "Questa password è facile da indovinare. Usa alcune parole che non c’entrano l’una con l’altra.",
                de:
                    "Dieses Passwort ist leicht zu erraten. Nehmen Sie einige Wörter, die nichts miteinander zu tun haben.",
                fr: "Ce mot de passe est facile à deviner. Prenez quelques mots sans rapport entre eux.",
                es: "Esta contraseña es fácil de adivinar. Use varias palabras que no tengan relación entre sí."
            )
        case .passwordSame:
            Localised(
                en: "This is your current password. Choose another one.",
                it: "Questa è la password che hai già. Scegline un’altra.",
                de: "Das ist das Passwort, das Sie schon haben. Wählen Sie ein anderes.",
                fr: "C’est le mot de passe que vous avez déjà. Choisissez-en un autre.",
                es: "Esta es la contraseña que ya tiene. Elija otra."
            )
        case .passwordFirst:
            Localised(
                en: "Your password was issued by somebody else. Before you continue, choose one that only you know.",
                it: "La tua password è stata creata da altri. Prima di continuare, scegline una che conosci solo tu.",
                de:
                    "Ihr Passwort hat jemand anders vergeben. Wählen Sie eines, das nur Sie kennen, bevor Sie weitermachen.",
                fr:
                    "Votre mot de passe a été créé par quelqu’un d’autre. Choisissez-en un connu de vous uniquement avant de continuer.",
                es: "Otra persona creó su contraseña. Antes de continuar, elija una que solo usted conozca."
            )
        case .passwordChanged:
            Localised(
                en: "The password is changed. Your sessions in other browsers have ended.",
                it: "La password è stata cambiata. Le tue sessioni in altri browser sono terminate.",
                de: "Das Passwort ist geändert. Ihre Sitzungen in anderen Browsern sind beendet.",
                fr: "Le mot de passe a été changé. Vos sessions dans d’autres navigateurs sont terminées.",
                es: "La contraseña se ha cambiado. Sus sesiones en otros navegadores han terminado."
            )
        }
    }
}
