public import Localisation

/// Texts about permissions and switches, for the onboarding and for repairs from Home, for each platform.
public enum PermissionText: CaseIterable, LocalisedText {
    case frameworkTitle
    case frameworkBody
    case frameworkOffTitle
    case frameworkOffBody
    case locationTitle
    case locationBody
    case bluetoothTitle
    case bluetoothBodyIOS
    case bluetoothBodyAndroid
    case notificationsTitle
    case notificationsBody
    case notificationsRefusedIOS
    case notificationsRefusedAndroid
    case storageTitle
    case storageBody
    case hardwareTitle
    case hardwareBody
    case allow
    case openSystemSettings

    public var localised: Localised {
        switch self {
        case .frameworkTitle:
            Localised(
                en: "Allow exposure notifications",
                it: "Consenti le notifiche di esposizione",
                de: "Begegnungs\u{AD}mitteilungen erlauben",
                fr: "Autoriser les notifications d’exposition",
                es: "Permitir las notificaciones de exposición"
            )
        case .frameworkBody:
            Localised(
                en:
                    "Without this permission your phone cannot exchange random codes with others, and Avviso cannot tell you anything.",
                it:
                    "Senza questo permesso il telefono non può scambiare codici casuali con gli altri e Avviso non può informarti.",
                de:
                    "Ohne diese Erlaubnis kann Ihr Telefon keine Zufallscodes mit anderen austauschen, und Avviso kann Ihnen nichts sagen.",
                fr:
                    "Sans cette autorisation, votre téléphone ne peut pas échanger de codes aléatoires et Avviso ne peut pas vous prévenir.",
                es:
                    "Sin este permiso, tu teléfono no puede intercambiar códigos aleatorios y Avviso no puede informarte."
            )
        case .frameworkOffTitle:
            Localised(
                en: "Switch on exposure notifications",
                it: "Attiva le notifiche di esposizione",
                de: "Begegnungs\u{AD}mitteilungen einschalten",
                fr: "Activer les notifications d’exposition",
                es: "Activar las notificaciones de exposición"
            )
        case .frameworkOffBody:
            Localised(
                en:
                    "Exposure notifications are switched off on this phone. Switch them on so that Avviso can work again.",
                it:
                    "Le notifiche di esposizione sono disattivate su questo telefono. Attivale perché Avviso torni a funzionare.",
                de:
                    "Begegnungs\u{AD}mitteilungen sind auf diesem Telefon ausgeschaltet. Schalten Sie sie ein, damit Avviso wieder arbeiten kann.",
                fr:
                    "Les notifications d’exposition sont désactivées sur ce téléphone. Activez-les pour qu’Avviso fonctionne à nouveau.",
                es:
                    "Las notificaciones de exposición están desactivadas en este teléfono. Actívalas para que Avviso vuelva a funcionar."
            )
        case .locationTitle:
            Localised(
                en: "Switch on Location",
                it: "Attiva la geo\u{AD}localizzazione",
                de: "Standort einschalten",
                fr: "Activez la localisation",
                es: "Activa la ubicación"
            )
        case .locationBody:
            Localised(
                en:
                    "On this version of Android, Bluetooth only finds other phones while Location is on. Avviso does not ask for your location and cannot see it.",
                it:
                    "In questa versione di Android il Bluetooth trova altri telefoni solo se la geo\u{AD}localizzazione è attiva. Avviso non chiede la tua posizione e non può vederla.",
                de:
                    "In dieser Android-Version findet Bluetooth andere Telefone nur, wenn der Standort eingeschaltet ist. Avviso fragt nicht nach Ihrem Standort und sieht ihn nicht.",
                fr:
                    "Avec cette version d’Android, le Bluetooth ne trouve d’autres téléphones que si la localisation est activée. Avviso ne demande pas votre position et ne la voit pas.",
                es:
                    "En esta versión de Android, el Bluetooth solo encuentra otros teléfonos si la ubicación está activada. Avviso no pide tu ubicación ni puede verla."
            )
        case .bluetoothTitle:
            Localised(
                en: "Switch on Bluetooth",
                it: "Attiva il Bluetooth",
                de: "Bluetooth einschalten",
                fr: "Activez le Bluetooth",
                es: "Activa el Bluetooth"
            )
        case .bluetoothBodyIOS:
            Localised(
                en: "Open Control Centre or Settings and switch Bluetooth on. It uses very little battery.",
                it: "Apri Centro di Controllo o Impostazioni e attiva il Bluetooth. Consuma pochissima batteria.",
                de:
                    "Öffnen Sie das Kontrollzentrum oder die Einstellungen und schalten Sie Bluetooth ein. Es braucht sehr wenig Akku.",
                fr:
                    "Ouvrez le centre de contrôle ou Réglages et activez le Bluetooth. Il consomme très peu de batterie.",
                es: "Abre el centro de control o Ajustes y activa el Bluetooth. Gasta muy poca batería."
            )
        case .bluetoothBodyAndroid:
            Localised(
                en:
                    "Open the quick settings or the system’s settings and switch Bluetooth on. It uses very little battery.",
                it:
                    "Apri le impostazioni rapide o quelle di sistema e attiva il Bluetooth. Consuma pochissima batteria.",
                de:
                    "Öffnen Sie die Schnell\u{AD}einstellungen oder die System\u{AD}einstellungen und schalten Sie Bluetooth ein. Es braucht sehr wenig Akku.",
                fr:
                    "Ouvrez les réglages rapides ou les paramètres du système et activez le Bluetooth. Il consomme très peu de batterie.",
                es: "Abre los ajustes rápidos o los del sistema y activa el Bluetooth. Gasta muy poca batería."
            )
        case .notificationsTitle:
            Localised(
                en: "Allow notifications",
                it: "Consenti le notifiche",
                de: "Mitteilungen erlauben",
                fr: "Autorisez les notifications",
                es: "Permite las notificaciones"
            )
        case .notificationsBody:
            Localised(
                en:
                    "Then a notice reaches you even while the app is closed. Avviso notifies you only if there is something to do.",
                it:
                    "Così un avviso ti raggiunge anche con l’app chiusa. Avviso scrive solo quando c’è qualcosa da fare.",
                de:
                    "Damit eine Warnung Sie auch bei geschlossener App erreicht. Avviso meldet sich nur, wenn etwas zu tun ist.",
                fr:
                    "Pour qu’un avertissement vous parvienne même si l’application est fermée. Avviso n’écrit que s’il y a quelque chose à faire.",
                es:
                    "Para que un aviso te llegue aunque la aplicación esté cerrada. Avviso solo escribe cuando hay algo que hacer."
            )
        case .notificationsRefusedIOS:
            Localised(
                en: "Notifications are off. Open Settings, choose Notifications, then Avviso, and allow them.",
                it: "Le notifiche sono disattivate. Apri Impostazioni, scegli Notifiche, poi Avviso, e consentile.",
                de:
                    "Mitteilungen sind ausgeschaltet. Öffnen Sie Einstellungen, dann Mitteilungen und Avviso, und erlauben Sie sie.",
                fr:
                    "Les notifications sont désactivées. Ouvrez Réglages, puis Notifications et Avviso, et autorisez-les.",
                es:
                    "Las notificaciones están desactivadas. Abre Ajustes, elige Notificaciones, luego Avviso, y permítelas."
            )
        case .notificationsRefusedAndroid:
            Localised(
                en:
                    "Notifications are off. Open the system’s settings, choose Apps, then Avviso, and allow notifications.",
                it:
                    "Le notifiche sono disattivate. Apri le impostazioni di sistema, scegli App, poi Avviso, e consenti le notifiche.",
                de:
                    "Benach\u{AD}richtigungen sind ausgeschaltet. Öffnen Sie die System\u{AD}einstellungen, dann Apps und Avviso, und erlauben Sie sie.",
                fr:
                    "Les notifications sont désactivées. Ouvrez les paramètres du système, puis Applications et Avviso, et autorisez-les.",
                es:
                    "Las notificaciones están desactivadas. Abre los ajustes del sistema, elige Aplicaciones, luego Avviso, y permítelas."
            )
        case .storageTitle:
            Localised(
                en: "The storage is full",
                it: "Memoria esaurita",
                de: "Der Speicher ist voll",
                fr: "La mémoire est pleine",
                es: "El almacenamiento está lleno"
            )
        case .storageBody:
            Localised(
                en: "Your phone cannot remember new codes. Delete something that you do not need.",
                it: "Il telefono non riesce a memorizzare nuovi codici. Elimina qualcosa che non ti serve.",
                de: "Ihr Telefon kann sich keine neuen Codes merken. Löschen Sie etwas, das Sie nicht brauchen.",
                fr: "Votre téléphone ne peut plus retenir de nouveaux codes. Supprimez ce dont vous n’avez pas besoin.",
                es: "Tu teléfono no puede guardar códigos nuevos. Borra algo que no necesites."
            )
        case .hardwareTitle:
            Localised(
                en: "This phone cannot take part",
                it: "Questo telefono non può partecipare",
                de: "Dieses Telefon kann nicht mitmachen",
                fr: "Ce téléphone ne peut pas participer",
                es: "Este teléfono no puede participar"
            )
        case .hardwareBody:
            Localised(
                en:
                    "Its Bluetooth cannot exchange the random codes. This cannot be repaired, and nothing was lost.",
                it:
                    "Il suo Bluetooth non può scambiare i codici casuali. Non c’è nulla da fare, e nulla è andato perso.",
                de:
                    "Sein Bluetooth kann die Zufallscodes nicht austauschen. Daran lässt sich nichts ändern, und es ging nichts verloren.",
                fr:
                    "Son Bluetooth ne peut pas échanger les codes aléatoires. On ne peut rien y faire, et rien n’a été perdu.",
                es:
                    "Su Bluetooth no puede intercambiar los códigos aleatorios. No se puede hacer nada y no se ha perdido nada."
            )
        case .allow: Localised(en: "Allow", it: "Consenti", de: "Erlauben", fr: "Autoriser", es: "Permitir")
        case .openSystemSettings: SharedText.openSystemSettings
        }
    }
}
