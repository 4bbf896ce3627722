import Localisation

/// Texts about the key of a laboratory.
enum KeyText: CaseIterable, LocalisedText {
    case title
    case purpose
    case state
    case none
    case isRevoked
    case create
    case createMeaning
    case rotate
    case rotateMeaning
    case replace
    case replaceMeaning
    case revoke
    case revokeMeaning
    case consent
    case consentMissing
    case formTaken
    case notPossible
    case newKey
    case keyOnce
    case back

    var localised: Localised {
        switch self {
        case .title, .purpose, .state, .none, .isRevoked, .back: ofState
        case .create, .createMeaning, .rotate, .rotateMeaning, .newKey, .keyOnce: ofNewKeys
        case .replace, .replaceMeaning, .revoke, .revokeMeaning, .consent: ofEnds
        case .consentMissing, .formTaken, .notPossible: ofRefusal
        }
    }
}

extension KeyText {
    private var ofState: Localised {
        switch self {
        case .title:
            Localised(
                en: "The laboratory’s key",
                it: "La chiave del laboratorio",
                de: "Der Schlüssel des Labors",
                fr: "La clé du laboratoire",
                es: "La clave del laboratorio"
            )
        case .purpose:
            Localised(
                en: "The laboratory’s program shows this key when it sends results. You need none for these pages.",
                it:
                    "Il programma del laboratorio mostra questa chiave quando invia risultati. Per queste pagine non serve.",
                de: "Das Programm des Labors zeigt diesen Schlüssel beim Senden. Für diese Seiten brauchen Sie keinen.",
                fr: "Le programme du laboratoire présente cette clé à l’envoi. Ces pages n’en ont pas besoin.",
                es: "El programa del laboratorio muestra esta clave al enviar. Estas páginas no la necesitan."
            )
        case .state: Localised(en: "Key:", it: "Chiave:", de: "Schlüssel:", fr: "Clé :", es: "Clave:")
        case .none:
            Localised(
                en: "There is no key yet.",
                it: "Non c’è ancora una chiave.",
                de: "Es gibt noch keinen Schlüssel.",
                fr: "Il n’y a pas encore de clé.",
                es: "Todavía no hay clave."
            )
        case .isRevoked:
            Localised(
                en: "The laboratory is blocked: neither key nor certificate opens anything. Call the authority.",
                it: "Il laboratorio è bloccato: né chiave né certificato aprono nulla. Chiama l’autorità.",
                de: "Das Labor ist gesperrt: Weder Schlüssel noch Zertifikat öffnen etwas. Rufen Sie die Behörde an.",
                fr: "Le laboratoire est bloqué : ni clé ni certificat n’ouvrent rien. Appelez l’autorité.",
                es: "El laboratorio está bloqueado: ni clave ni certificado abren nada. Llame a la autoridad."
            )
        default:
            Localised(
                en: "Back to the state of the key",
                it: "Torna allo stato della chiave",
                de: "Zurück zum Zustand des Schlüssels",
                fr: "Retour à l’état de la clé",
                es: "Volver al estado de la clave"
            )
        }
    }

    private var ofNewKeys: Localised {
        switch self {
        case .create:
            Localised(
                en: "Make a key",
                it: "Crea una chiave",
                de: "Einen Schlüssel erstellen",
                fr: "Créer une clé",
                es: "Crear una clave"
            )
        case .createMeaning:
            Localised(
                en: "It is shown once and lives for 90 days.",
                it: "Viene mostrata una volta e vale 90 giorni.",
                de: "Er wird einmal gezeigt und gilt 90 Tage.",
                fr: "Elle est affichée une fois et vaut 90 jours.",
                es: "Se muestra una vez y vale 90 días."
            )
        case .rotate:
            Localised(
                en: "Make the next key",
                it: "Crea la chiave successiva",
                de: "Den nächsten Schlüssel erstellen",
                fr: "Créer la clé suivante",
                es: "Crear la clave siguiente"
            )
        case .rotateMeaning:
            Localised(
                en: "The present key stays valid for 7 days, so the program can change without a pause.",
                it: "La chiave attuale resta valida 7 giorni, così il programma cambia senza interruzioni.",
                de: "Der jetzige Schlüssel gilt noch 7 Tage. So wechselt das Programm ohne Pause.",
                fr: "La clé actuelle reste valable 7 jours : le programme change sans interruption.",
                es: "La clave actual sigue siendo válida 7 días; así el programa cambia sin pausa."
            )
        case .newKey:
            Localised(
                en: "The new key",
                it: "La nuova chiave",
                de: "Der neue Schlüssel",
                fr: "La nouvelle clé",
                es: "La clave nueva"
            )
        default:
            Localised(
                en: "It is shown this once. Put it into the program’s file now, and don’t mail it.",
                it: "Viene mostrata solo questa volta. Inseriscila ora nel file del programma e non spedirla.",
                de:
                    "Er wird nur jetzt gezeigt. Tragen Sie ihn gleich in die Datei des Programms ein. Mailen Sie ihn nicht.",
                fr: "Elle n’est affichée qu’une fois. Mettez-la dans le fichier du programme et ne l’envoyez pas.",
                es: "Se muestra solo esta vez. Póngala ahora en el archivo del programa y no la envíe por correo."
            )
        }
    }

    private var ofEnds: Localised {
        switch self {
        case .replace:
            Localised(
                en: "Replace the key at once",
                it: "Sostituisci subito la chiave",
                de: "Den Schlüssel sofort ersetzen",
                fr: "Remplacer la clé tout de suite",
                es: "Sustituir la clave enseguida"
            )
        case .replaceMeaning:
            Localised(
                en: "For a lost key. Every key before it ends now; the program stops until it has the new one.",
                it:
                    "Per una chiave perduta. Le chiavi precedenti finiscono ora; il programma si ferma finché non ha la nuova.",
                de:
                    "Für einen verlorenen Schlüssel. Alle früheren enden jetzt, und das Programm steht, bis es den neuen hat.",
                fr: "Pour une clé perdue. Les précédentes prennent fin ; le programme s’arrête jusqu’à la nouvelle.",
                es:
                    "Para una clave perdida. Las anteriores terminan ahora; el programa se detiene hasta tener la nueva."
            )
        case .revoke:
            Localised(
                en: "Block the laboratory",
                it: "Blocca il laboratorio",
                de: "Das Labor sperren",
                fr: "Bloquer le laboratoire",
                es: "Bloquear el laboratorio"
            )
        case .revokeMeaning:
            Localised(
                en: "Keys, certificate and these pages send nothing any more. Only the authority can undo it.",
                it: "Chiavi, certificato e queste pagine non inviano più nulla. Solo l’autorità può annullarlo.",
                de: "Schlüssel, Zertifikat und diese Seiten senden nichts mehr. Nur die Behörde hebt das auf.",
                fr: "Clés, certificat et ces pages n’envoient plus rien. Seule l’autorité peut l’annuler.",
                es: "Claves, certificado y estas páginas ya no envían nada. Solo la autoridad puede deshacerlo."
            )
        default:
            Localised(
                en: "Yes, I mean this.",
                it: "Sì, lo voglio.",
                de: "Ja, das meine ich so.",
                fr: "Oui, je le veux.",
                es: "Sí, lo quiero."
            )
        }
    }

    private var ofRefusal: Localised {
        switch self {
        case .consentMissing:
            Localised(
                en: "Nothing was changed. Tick the box if you mean it.",
                it: "Non è stato cambiato nulla. Spunta la casella se lo vuoi davvero.",
                de: "Es wurde nichts geändert. Haken Sie das Feld an, wenn Sie es so meinen.",
                fr: "Rien n’a été changé. Cochez la case si vous le voulez vraiment.",
                es: "No se ha cambiado nada. Marque la casilla si de verdad lo quiere."
            )
        case .formTaken:
            Localised(
                en: "This form was sent already. Look at the state below before you send it again.",
                it: "Questo modulo è già stato inviato. Guarda lo stato qui sotto prima di inviarlo di nuovo.",
                de: "Dieses Formular wurde schon gesendet. Sehen Sie den Zustand unten an, bevor Sie es erneut senden.",
                fr: "Ce formulaire a déjà été envoyé. Voyez l’état ci-dessous avant de le renvoyer.",
                es: "Este formulario ya se envió. Mire el estado de abajo antes de enviarlo otra vez."
            )
        default:
            Localised(
                en: "The key’s state does not allow this. Nothing was changed.",
                it: "Lo stato della chiave non lo permette. Non è stato cambiato nulla.",
                de: "Der Zustand des Schlüssels lässt das nicht zu. Es wurde nichts geändert.",
                fr: "L’état de la clé ne le permet pas. Rien n’a été changé.",
                es: "El estado de la clave no lo permite. No se ha cambiado nada."
            )
        }
    }
}

/// Texts about the key of a laboratory that contain a day.
enum KeyPhrase: LocalisedText {
    case one(end: String)
    case two(end: String, former: String)
    case ended(on: String)
    case underWay(end: String)

    var localised: Localised {
        switch self {
        case .one(let end):
            Localised(
                en: "valid until \(end)",
                it: "valida fino al \(end)",
                de: "gültig bis \(end)",
                fr: "valable jusqu’au \(end)",
                es: "válida hasta el \(end)"
            )
        case .two(let end, let former):
            Localised(
                en: "valid until \(end); the one before until \(former)",
                it: "valida fino al \(end); la precedente fino al \(former)",
                de: "gültig bis \(end); der frühere bis \(former)",
                fr: "valable jusqu’au \(end) ; la précédente jusqu’au \(former)",
                es: "válida hasta el \(end); la anterior hasta el \(former)"
            )
        case .ended(let end):
            Localised(
                en: "ended on \(end)",
                it: "scaduta il \(end)",
                de: "abgelaufen am \(end)",
                fr: "expirée le \(end)",
                es: "terminada el \(end)"
            )
        case .underWay(let end):
            Localised(
                en: "Two keys are valid until \(end). The next change is possible after that.",
                it: "Due chiavi sono valide fino al \(end). Il prossimo cambio è possibile dopo.",
                de: "Bis \(end) gelten zwei Schlüssel. Danach ist der nächste Wechsel möglich.",
                fr: "Deux clés sont valables jusqu’au \(end). Le prochain changement est possible ensuite.",
                es: "Dos claves son válidas hasta el \(end). El próximo cambio es posible después."
            )
        }
    }
}
