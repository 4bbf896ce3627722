public import Localisation

/// A general question about the app, independent of the authority's own.
public enum Question: CaseIterable, Sendable {
    case whoSeesMe
    case location
    case battery
    case stayOpen
    case noticeMeaning
    case positiveTest
    case mustSend
    case whoIsTold
    case howLong
    case switchOff
    case oldPhone
    case remove

    public var question: Localised {
        switch self {
        case .whoSeesMe:
            Localised(
                en: "Can anybody find out who I am or whom I met?",
                it: "Qualcuno può scoprire chi sono o chi ho incontrato?",
                de: "Kann jemand herausfinden, wer ich bin oder wen ich getroffen habe?",
                fr: "Quelqu’un peut-il savoir qui je suis ou qui j’ai rencontré ?",
                es: "¿Puede alguien saber quién soy o a quién he visto?"
            )
        case .location:
            Localised(
                en: "Does Avviso know where I am?",
                it: "Avviso sa dove mi trovo?",
                de: "Weiß Avviso, wo ich bin?",
                fr: "Avviso sait-il où je suis ?",
                es: "¿Sabe Avviso dónde estoy?"
            )
        case .battery:
            Localised(
                en: "Does it drain the battery?",
                it: "Consuma molta batteria?",
                de: "Braucht die App viel Akku?",
                fr: "L’application vide-t-elle la batterie ?",
                es: "¿Gasta mucha batería?"
            )
        case .stayOpen:
            Localised(
                en: "Must the app stay open?",
                it: "L’app deve restare aperta?",
                de: "Muss die App geöffnet bleiben?",
                fr: "L’application doit-elle rester ouverte ?",
                es: "¿Tiene que estar abierta la aplicación?"
            )
        case .noticeMeaning:
            Localised(
                en: "I got a notice. Am I infected?",
                it: "Ho ricevuto un avviso. C’è stato un contagio?",
                de: "Ich habe eine Warnung bekommen. Bin ich angesteckt?",
                fr: "J’ai reçu un avertissement. Y a-t-il eu contamination ?",
                es: "He recibido un aviso. ¿Me he contagiado?"
            )
        case .positiveTest:
            Localised(
                en: "I tested positive. What now?",
                it: "Il mio test è positivo. E adesso?",
                de: "Ich bin positiv getestet. Was nun?",
                fr: "Mon test est positif. Que faire ?",
                es: "He dado positivo. ¿Y ahora qué?"
            )
        case .mustSend:
            Localised(
                en: "Do I have to send my codes?",
                it: "Devo inviare i miei codici?",
                de: "Muss ich meine Codes senden?",
                fr: "Dois-je envoyer mes codes ?",
                es: "¿Tengo que enviar mis códigos?"
            )
        case .whoIsTold:
            Localised(
                en: "Do the others learn that it was me?",
                it: "Gli altri sapranno che sono io?",
                de: "Erfahren die anderen, dass ich es war?",
                fr: "Les autres sauront-ils que c’est moi ?",
                es: "¿Sabrán los demás que fui yo?"
            )
        case .howLong:
            Localised(
                en: "How long is data kept?",
                it: "Per quanto tempo si conservano i dati?",
                de: "Wie lange werden Daten gespeichert?",
                fr: "Combien de temps les données sont-elles conservées ?",
                es: "¿Cuánto tiempo se guardan los datos?"
            )
        case .switchOff:
            Localised(
                en: "May I switch Avviso off for a while?",
                it: "Posso disattivare Avviso per un po’?",
                de: "Darf ich Avviso eine Zeit lang ausschalten?",
                fr: "Puis-je désactiver Avviso un moment ?",
                es: "¿Puedo desactivar Avviso un tiempo?"
            )
        case .oldPhone:
            Localised(
                en: "Which phones can use it?",
                it: "Quali telefoni possono usarla?",
                de: "Mit welchen Telefonen geht es?",
                fr: "Quels téléphones conviennent ?",
                es: "¿Qué teléfonos sirven?"
            )
        case .remove:
            Localised(
                en: "What happens when I delete the app?",
                it: "Che cosa succede se elimino l’app?",
                de: "Was geschieht, wenn ich die App lösche?",
                fr: "Que se passe-t-il si je supprime l’application ?",
                es: "¿Qué pasa si borro la aplicación?"
            )
        }
    }

    public var answer: Localised {
        switch self {
        case .whoSeesMe:
            Localised(
                en:
                    "No. Your phone shows random codes that change several times an hour. The codes that it receives stay on it.",
                it:
                    "No. Il tuo telefono mostra codici casuali che cambiano più volte all’ora. Ciò che riceve dagli altri resta su di esso.",
                de:
                    "Nein. Ihr Telefon zeigt Zufallscodes, die mehrmals in der Stunde wechseln. Was es von anderen hört, bleibt auf ihm.",
                fr:
                    "Non. Votre téléphone montre des codes aléatoires qui changent plusieurs fois par heure. Ce qu’il reçoit reste chez vous.",
                es:
                    "No. Tu teléfono muestra códigos aleatorios que cambian varias veces por hora. Lo que recibe de otros se queda en él."
            )
        case .location:
            Localised(
                en: "No. Avviso uses Bluetooth, not satellites, and does not record places.",
                it: "No. Avviso usa il Bluetooth, non i satelliti, e non registra luoghi.",
                de: "Nein. Avviso nutzt Bluetooth, keine Satelliten, und merkt sich keine Orte.",
                fr: "Non. Avviso utilise le Bluetooth, pas les satellites, et ne note aucun lieu.",
                es: "No. Avviso usa Bluetooth, no satélites, y no anota lugares."
            )
        case .battery:
            Localised(
                en: "Hardly. Its form of Bluetooth is made to save energy.",
                it: "Pochissimo. Usa una forma di Bluetooth pensata per risparmiare energia.",
                de: "Kaum. Sie nutzt eine Art von Bluetooth, die zum Stromsparen gemacht ist.",
                fr: "À peine. Elle utilise une forme de Bluetooth conçue pour économiser l’énergie.",
                es: "Apenas. Usa un tipo de Bluetooth pensado para ahorrar energía."
            )
        case .stayOpen:
            Localised(
                en: "No. It works in the background. Just leave Bluetooth on.",
                it: "No. Funziona in background. Basta lasciare acceso il Bluetooth.",
                de: "Nein. Sie arbeitet im Hintergrund. Lassen Sie nur Bluetooth eingeschaltet.",
                fr: "Non. Elle fonctionne en arrière-plan. Laissez simplement le Bluetooth activé.",
                es: "No. Funciona en segundo plano. Basta con dejar el Bluetooth activado."
            )
        case .noticeMeaning:
            Localised(
                en:
                    "Not necessarily. It says that you were close to somebody who tested positive for some time. Follow the advice in the notice.",
                it:
                    "Non per forza. Significa che una persona positiva è stata vicino a te per un certo tempo. Segui i consigli dell’avviso.",
                de:
                    "Nicht unbedingt. Sie sagt, dass Sie eine Zeit lang nahe bei einem positiv getesteten Menschen waren. Folgen Sie den Ratschlägen der Warnung.",
                fr:
                    "Pas forcément. Une personne positive a été près de vous pendant un certain temps. Suivez les conseils de l’avertissement.",
                es:
                    "No necesariamente. Dice que estuviste cerca de una persona positiva durante un tiempo. Sigue los consejos del aviso."
            )
        case .positiveTest:
            Localised(
                en:
                    "When the health authority calls, open “\(Self.warnOthers(.english))” and read out the code that you see there.",
                it:
                    "Quando l’autorità sanitaria ti chiama, apri «\(Self.warnOthers(.italian))» e detta il codice che vedi.",
                de:
                    "Wenn die Gesundheits\u{AD}behörde anruft, öffnen Sie „\(Self.warnOthers(.german))“ und lesen Sie den Code vor, der dort steht.",
                fr:
                    "Quand l’autorité de santé vous appelle, ouvrez « \(Self.warnOthers(.french)) » et dictez le code affiché.",
                es:
                    "Cuando te llame la autoridad sanitaria, abre «\(Self.warnOthers(.spanish))» y dicta el código que aparece."
            )
        case .mustSend:
            Localised(
                en: "No. It is your choice, and nobody learns of it. But it protects those who were near you.",
                it: "No. La scelta è tua e nessuno la viene a sapere. Ma protegge chi ti è stato vicino.",
                de:
                    "Nein. Sie entscheiden, und niemand erfährt davon. Aber es schützt die Menschen, die in Ihrer Nähe waren.",
                fr: "Non. C’est votre choix et personne ne le saura. Mais cela protège ceux qui étaient près de vous.",
                es: "No. Tú decides y nadie se entera. Pero protege a quienes estuvieron cerca de ti."
            )
        case .whoIsTold:
            Localised(
                en: "No. They learn only the day of the contact: no name and no place.",
                it: "No. Vengono a sapere il giorno del contatto, ma né il nome né il luogo.",
                de: "Nein. Sie erfahren den Tag des Kontakts, aber weder Namen noch Ort.",
                fr: "Non. Ils apprennent le jour du contact, mais ni nom ni lieu.",
                es: "No. Saben el día del contacto, pero ni el nombre ni el lugar."
            )
        case .howLong:
            Localised(
                en: "Codes are deleted after two weeks, on phones and on the servers.",
                it: "I codici vengono cancellati dopo due settimane, sui telefoni e sui server.",
                de: "Codes werden nach zwei Wochen gelöscht, auf den Telefonen und auf den Servern.",
                fr: "Les codes sont effacés après deux semaines, sur les téléphones et sur les serveurs.",
                es: "Los códigos se borran a las dos semanas, en los teléfonos y en los servidores."
            )
        case .switchOff:
            Localised(
                en: "Yes, in the settings. Contacts during that time cannot be found later.",
                it: "Sì, dalle impostazioni. I contatti di quel periodo non potranno essere rilevati dopo.",
                de: "Ja, in den Einstellungen. Kontakte aus dieser Zeit lassen sich später nicht finden.",
                fr: "Oui, dans les réglages. Les contacts de cette période ne pourront pas être retrouvés.",
                es: "Sí, en los ajustes. Los contactos de ese tiempo no se podrán encontrar después."
            )
        case .oldPhone:
            Localised(
                en:
                    "iPhones with iOS 13.5 or later, and phones with Android 6 or later that have up-to-date Google Play services.",
                it:
                    "iPhone con iOS 13.5 o successivo e telefoni con Android 6 o successivo e Google Play Services aggiornato.",
                de: "iPhones ab iOS 13.5 und Telefone ab Android 6 mit aktuellen Google Play-Diensten.",
                fr:
                    "Les iPhone avec iOS 13.5 ou plus et les téléphones avec Android 6 ou plus et les services Google Play à jour.",
                es:
                    "Los iPhone con iOS 13.5 o posterior y los teléfonos con Android 6 o posterior y Google Play actualizado."
            )
        case .remove:
            Localised(
                en: "Its data on this phone is deleted too, and it no longer tells you of contacts.",
                it: "Vengono eliminati anche i suoi dati su questo telefono e non riceverai più avvisi di contatto.",
                de: "Auch ihre Daten auf diesem Telefon werden gelöscht, und Sie erfahren nicht mehr von Kontakten.",
                fr: "Ses données sur ce téléphone sont aussi effacées et vous ne recevez plus d’avertissements.",
                es: "También se borran sus datos en este teléfono y dejas de recibir avisos de contactos."
            )
        }
    }

    private static func warnOthers(_ language: Language) -> String { UploadText.title.text(in: language) }
}
