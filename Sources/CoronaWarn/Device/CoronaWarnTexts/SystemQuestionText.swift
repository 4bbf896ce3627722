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
                en: "May this phone exchange random codes for Corona-Warn?",
                it: "Il telefono può scambiare codici casuali per Corona-Warn?",
                de: "Darf dieses Telefon für Corona-Warn Zufallscodes austauschen?",
                fr: "Ce téléphone peut-il échanger des codes aléatoires pour Corona-Warn ?",
                es: "¿Puede este teléfono intercambiar códigos aleatorios para Corona-Warn?"
            )
        case .exchangeBody:
            Localised(
                en: "It sends and receives them by Bluetooth. They stay on the phones.",
                it: "Li invia e li riceve via Bluetooth. Restano sui telefoni.",
                de: "Es sendet und empfängt sie über Bluetooth. Sie bleiben auf den Telefonen.",
                fr: "Il les émet et les reçoit par Bluetooth. Ils restent dans les téléphones.",
                es: "Los envía y recibe por Bluetooth. Se quedan en los teléfonos."
            )
        case .shareTitle:
            Localised(
                en: "Share your random codes with Corona-Warn?",
                it: "Condividere i tuoi codici casuali con Corona-Warn?",
                de: "Ihre Zufallscodes mit Corona-Warn teilen?",
                fr: "Partager vos codes aléatoires avec Corona-Warn ?",
                es: "¿Compartir tus códigos aleatorios con Corona-Warn?"
            )
        case .shareBody:
            Localised(
                en: "Those of the last 14 days serve to warn others. They do not say who you are.",
                it: "Quelli degli ultimi 14 giorni servono ad avvisare gli altri. Non dicono chi sei.",
                de: "Die der letzten 14 Tage dienen dazu, andere zu warnen. Sie sagen nicht, wer Sie sind.",
                fr: "Ceux des 14 derniers jours servent à prévenir les autres. Ils ne disent pas qui vous êtes.",
                es: "Los de los últimos 14 días sirven para avisar a los demás. No dicen quién eres."
            )
        case .notifyTitle:
            Localised(
                en: "May Corona-Warn send you notifications?",
                it: "Corona-Warn può inviarti notifiche?",
                de: "Darf Corona-Warn Ihnen Mitteilungen senden?",
                fr: "Corona-Warn peut-il vous envoyer des notifications ?",
                es: "¿Puede Corona-Warn enviarte notificaciones?"
            )
        case .notifyBody:
            Localised(
                en: "You can change this in the phone’s settings.",
                it: "Puoi cambiare idea nelle impostazioni del telefono.",
                de: "Sie können das in den Einstellungen des Telefons ändern.",
                fr: "Vous pouvez changer cela dans les réglages du téléphone.",
                es: "Puedes cambiarlo en los ajustes del teléfono."
            )
        case .share: Localised(en: "Share", it: "Condividi", de: "Teilen", fr: "Partager", es: "Compartir")
        case .doNotShare: SharedText.doNotShare
        case .doNotAllow: SharedText.doNotAllow
        }
    }
}
