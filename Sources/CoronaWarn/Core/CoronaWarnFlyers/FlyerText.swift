public import Localisation

/// The texts of a flyer.
public enum FlyerText: CaseIterable, LocalisedText {
    case title
    case scan
    case wait
    case warn
    case keep
    case laboratoryTitle
    case laboratoryUse

    public var localised: Localised {
        switch self {
        case .title:
            Localised(
                en: "Your test result in the app",
                it: "Il risultato del test nell’app",
                de: "Ihr Testergebnis in der App",
                fr: "Le résultat de votre test dans l’application",
                es: "El resultado de su prueba en la aplicación"
            )
        case .scan:
            Localised(
                en: "Scan this code with the warning app. Each code works once, on one phone.",
                it: "Scansioni questo codice con l’app di allerta. Ogni codice vale una volta, su un solo telefono.",
                de: "Scannen Sie diesen Code mit der Warn-App. Jeder Code gilt einmal, auf einem Telefon.",
                fr: "Scannez ce code avec l’application d’alerte. Chaque code sert une fois, sur un seul téléphone.",
                es: "Escanee este código con la aplicación de alerta. Cada código sirve una vez, en un solo teléfono."
            )
        case .wait:
            Localised(
                en: "The app shows the result as soon as the laboratory has sent it.",
                it: "L’app mostra il risultato appena il laboratorio lo ha inviato.",
                de: "Die App zeigt das Ergebnis, sobald das Labor es übermittelt hat.",
                fr: "L’application affiche le résultat dès que le laboratoire l’a envoyé.",
                es: "La aplicación muestra el resultado en cuanto el laboratorio lo ha enviado."
            )
        case .warn:
            Localised(
                en: "With a positive result you can warn others. Nobody learns who you are.",
                it: "Con un risultato positivo può avvisare gli altri. Nessuno viene a sapere chi è Lei.",
                de: "Bei einem positiven Ergebnis können Sie andere warnen. Niemand erfährt, wer Sie sind.",
                fr: "Si le résultat est positif, vous pouvez prévenir les autres. Personne n’apprend qui vous êtes.",
                es: "Con un resultado positivo puede avisar a los demás. Nadie sabrá quién es usted."
            )
        case .keep:
            Localised(
                en: "Keep this part. Do not show the code to others: it opens your result.",
                it: "Conservi questa parte. Non mostri il codice ad altri: apre il Suo risultato.",
                de: "Bewahren Sie diesen Teil auf. Zeigen Sie den Code niemandem: Er öffnet Ihr Ergebnis.",
                fr: "Gardez cette partie. Ne montrez le code à personne : il ouvre votre résultat.",
                es: "Guarde esta parte. No muestre el código a nadie: abre su resultado."
            )
        case .laboratoryTitle:
            Localised(en: "Laboratory", it: "Laboratorio", de: "Labor", fr: "Laboratoire", es: "Laboratorio")
        case .laboratoryUse:
            Localised(
                en: "This part stays with the sample.",
                it: "Questa parte resta con il campione.",
                de: "Dieser Teil bleibt bei der Probe.",
                fr: "Cette partie reste avec l’échantillon.",
                es: "Esta parte se queda con la muestra."
            )
        }
    }
}
