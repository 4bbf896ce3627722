public import Localisation

/// The operating system's questions to the owner. A real phone uses its own words; the phone in the browser shows
/// these.
public enum SystemQuestionText: CaseIterable, LocalisedText {
    case exchangeTitle
    case exchangeBody
    case shareTitle
    case shareBody
    case notifyTitle
    case notifyBody
    case share
    case doNotShare
    case doNotAllow

    public var localised: Localised {
        switch self {
        case .exchangeTitle:
            Localised(
                en: "Let this phone exchange random codes?",
                it: "Consentire al telefono di scambiare codici casuali?",
                de: "Darf dieses Telefon Zufallscodes austauschen?",
                fr: "Autoriser ce téléphone à échanger des codes aléatoires ?",
                es: "¿Permitir que este teléfono intercambie códigos aleatorios?"
            )
        case .exchangeBody:
            Localised(
                en: "They are sent by Bluetooth and stay on the phones. You can stop it at any time.",
                it: "Vengono inviati via Bluetooth e restano sui telefoni. Puoi interrompere in qualsiasi momento.",
                de:
                    "Sie werden über Bluetooth gesendet und bleiben auf den Telefonen. Sie können es jederzeit beenden.",
                fr: "Ils sont envoyés par Bluetooth et restent dans les téléphones. Vous pouvez arrêter à tout moment.",
                es: "Se envían por Bluetooth y se quedan en los teléfonos. Puedes detenerlo en cualquier momento."
            )
        case .shareTitle:
            Localised(
                en: "Share your random codes with Avviso?",
                it: "Condividere i tuoi codici casuali con Avviso?",
                de: "Ihre Zufallscodes mit Avviso teilen?",
                fr: "Partager vos codes aléatoires avec Avviso ?",
                es: "¿Compartir tus códigos aleatorios con Avviso?"
            )
        case .shareBody:
            Localised(
                en: "Those of the last 14 days are used to warn others. Your identity is not shared.",
                it: "Quelli degli ultimi 14 giorni servono ad avvisare gli altri. La tua identità non viene condivisa.",
                de: "Mit denen der letzten 14 Tage werden andere gewarnt. Ihre Identität wird nicht geteilt.",
                fr: "Ceux des 14 derniers jours servent à prévenir les autres. Votre identité n’est pas partagée.",
                es: "Los de los últimos 14 días sirven para avisar a los demás. Tu identidad no se comparte."
            )
        case .notifyTitle:
            Localised(
                en: "Let Avviso send you notifications?",
                it: "Consentire ad Avviso di inviarti notifiche?",
                de: "Darf Avviso Ihnen Mitteilungen senden?",
                fr: "Autoriser Avviso à vous envoyer des notifications ?",
                es: "¿Permitir que Avviso te envíe notificaciones?"
            )
        case .notifyBody:
            Localised(
                en: "You can change this in the phone’s settings.",
                it: "Puoi cambiare idea nelle impostazioni del telefono.",
                de: "Sie können das in den Telefon\u{AD}einstellungen ändern.",
                fr: "Vous pouvez changer cela dans les réglages du téléphone.",
                es: "Puedes cambiarlo en los ajustes del teléfono."
            )
        case .share: Localised(en: "Share", it: "Condividi", de: "Teilen", fr: "Partager", es: "Compartir")
        case .doNotShare: SharedText.doNotShare
        case .doNotAllow: SharedText.doNotAllow
        }
    }
}
