public import Localisation

/// Texts about the owner's risk: each level, what it means, and what to do.
public enum RiskText: CaseIterable, LocalisedText {
    case title
    case highTitle
    case highBody
    case lowTitle
    case lowNoContact
    case lowContact
    case unknownTitle
    case unknownBody
    case outdatedTitle
    case outdatedBody
    case inactiveTitle
    case inactiveChosen
    case inactivePhone
    case switchOn
    case switchOff
    case switchOffQuestion
    case switchOffYes
    case adviceTitle
    case adviceHome
    case adviceTest
    case adviceDoctor
    case adviceEverybody

    public var localised: Localised {
        switch self {
        case .title:
            Localised(en: "Your risk", it: "Il tuo rischio", de: "Ihr Risiko", fr: "Votre risque", es: "Tu riesgo")
        case .highTitle:
            Localised(
                en: "Increased risk",
                it: "Rischio maggiore",
                de: "Erhöhtes Risiko",
                fr: "Risque accru",
                es: "Riesgo mayor"
            )
        case .highBody:
            Localised(
                en:
                    "You were near somebody who later tested positive, closely or for a long time. This does not mean that you are ill.",
                it:
                    "Una persona poi risultata positiva era molto vicino a te, o vicino a te a lungo. Non significa che tu abbia la malattia.",
                de:
                    "Sie waren einem später positiv getesteten Menschen nahe oder lange in seiner Nähe. Das heißt nicht, dass Sie krank sind.",
                fr:
                    "Vous avez été près d’une personne testée positive par la suite, de près ou longtemps. Cela ne veut pas dire que vous êtes malade.",
                es:
                    "Has estado cerca de alguien que después dio positivo, muy cerca o mucho tiempo. Esto no significa que tengas la enfermedad."
            )
        case .lowTitle:
            Localised(
                en: "Low risk",
                it: "Rischio basso",
                de: "Niedriges Risiko",
                fr: "Risque faible",
                es: "Riesgo bajo"
            )
        case .lowNoContact:
            Localised(
                en: "The last check found no contact at risk.",
                it: "L’ultimo controllo non ha trovato contatti a rischio.",
                de: "Die letzte Überprüfung hat keinen riskanten Kontakt gefunden.",
                fr: "La dernière vérification n’a trouvé aucun contact à risque.",
                es: "La última comprobación no ha encontrado ningún contacto de riesgo."
            )
        case .lowContact:
            Localised(
                en:
                    "You were near somebody who later tested positive. The contact was short or not close, so the risk is low.",
                it:
                    "Vicino a te c’era una persona poi risultata positiva. Il contatto è stato breve o non vicino, quindi il rischio è basso.",
                de:
                    "Sie waren in der Nähe eines später positiv getesteten Menschen. Der Kontakt war kurz oder nicht nah, deshalb ist das Risiko niedrig.",
                fr:
                    "Vous avez été près d’une personne testée positive par la suite. Le contact a été bref ou peu proche : le risque est faible.",
                es:
                    "Has estado cerca de alguien que después dio positivo. El contacto fue breve o no muy cercano, por eso el riesgo es bajo."
            )
        case .unknownTitle:
            Localised(
                en: "Risk not known yet",
                it: "Rischio non ancora noto",
                de: "Risiko noch nicht bekannt",
                fr: "Risque pas encore connu",
                es: "Riesgo aún desconocido"
            )
        case .unknownBody:
            Localised(
                en:
                    "The first check is still to come, or the phone has not collected codes for long enough. You need not do anything.",
                it:
                    "Il primo controllo deve ancora avvenire, o il telefono raccoglie codici da troppo poco tempo. Non devi fare nulla.",
                de:
                    "Die erste Überprüfung steht noch aus, oder das Telefon sammelt noch nicht lange genug Codes. Sie müssen nichts tun.",
                fr:
                    "La première vérification n’a pas encore eu lieu, ou le téléphone ne collecte pas de codes depuis assez longtemps. Vous n’avez rien à faire.",
                es:
                    "La primera comprobación aún no se ha hecho, o el teléfono lleva poco tiempo reuniendo códigos. No tienes que hacer nada."
            )
        case .outdatedTitle:
            Localised(
                en: "Risk not known",
                it: "Rischio sconosciuto",
                de: "Risiko nicht bekannt",
                fr: "Risque inconnu",
                es: "Riesgo desconocido"
            )
        case .outdatedBody:
            Localised(
                en:
                    "The last check is more than two days old. As soon as the phone has a connection, the app checks again by itself.",
                it:
                    "L’ultimo controllo risale a più di due giorni fa. Appena c’è una connessione, l’app controlla di nuovo da sola.",
                de:
                    "Die letzte Überprüfung ist mehr als zwei Tage her. Sobald das Telefon eine Verbindung hat, prüft die App von selbst erneut.",
                fr:
                    "La dernière vérification date de plus de deux jours. Dès que le téléphone a une connexion, l’application vérifie de nouveau.",
                es:
                    "La última comprobación tiene más de dos días. En cuanto haya conexión, la aplicación comprobará de nuevo por sí sola."
            )
        case .inactiveTitle:
            Localised(
                en: "No contacts are recognised",
                it: "Nessun contatto viene riconosciuto",
                de: "Begegnungen werden nicht erkannt",
                fr: "Aucun contact n’est reconnu",
                es: "No se reconocen contactos"
            )
        case .inactiveChosen:
            Localised(
                en: "You switched it off. While it is off, neither you nor others can be warned of a contact.",
                it:
                    "L’hai disattivato tu. Finché resta così, né tu né gli altri potete essere avvisati di un contatto.",
                de:
                    "Sie haben es ausgeschaltet. So lange können weder Sie noch andere vor einem Kontakt gewarnt werden.",
                fr:
                    "Vous l’avez désactivé. Pendant ce temps, ni vous ni les autres ne pouvez être prévenus d’un contact.",
                es: "Lo has desactivado tú. Mientras siga así, ni tú ni los demás podéis recibir avisos de un contacto."
            )
        case .inactivePhone:
            Localised(
                en:
                    "Bluetooth or the permission for exposure notifications is missing. Please look in the phone’s settings.",
                it:
                    "Manca il Bluetooth o il permesso per le notifiche di esposizione. Controlla nelle impostazioni del telefono.",
                de:
                    "Es fehlt Bluetooth oder die Erlaubnis für Begegnungs\u{AD}mitteilungen. Bitte sehen Sie in den Einstellungen des Telefons nach.",
                fr:
                    "Il manque le Bluetooth ou l’autorisation des notifications d’exposition. Regardez dans les réglages du téléphone.",
                es:
                    "Falta el Bluetooth o el permiso para las notificaciones de exposición. Míralo en los ajustes del teléfono."
            )
        case .switchOn: Localised(en: "Switch on", it: "Attiva", de: "Einschalten", fr: "Activer", es: "Activar")
        case .switchOff:
            Localised(en: "Switch off", it: "Disattiva", de: "Ausschalten", fr: "Désactiver", es: "Desactivar")
        case .switchOffQuestion:
            Localised(
                en: "Really stop recognising contacts?",
                it: "Vuoi davvero smettere di riconoscere i contatti?",
                de: "Begegnungen wirklich nicht mehr erkennen?",
                fr: "Voulez-vous vraiment ne plus reconnaître les contacts ?",
                es: "¿Seguro que quieres dejar de reconocer contactos?"
            )
        case .switchOffYes: SharedText.switchOffYes
        case .adviceTitle:
            Localised(
                en: "What you can do now",
                it: "Che cosa puoi fare ora",
                de: "Was Sie jetzt tun können",
                fr: "Ce que vous pouvez faire maintenant",
                es: "Qué puedes hacer ahora"
            )
        case .adviceHome:
            Localised(
                en: "Stay at home if you can, and keep your distance from others.",
                it: "Se puoi, resta a casa e mantieni le distanze dagli altri.",
                de: "Bleiben Sie möglichst zu Hause und halten Sie Abstand zu anderen.",
                fr: "Restez chez vous si possible et gardez vos distances avec les autres.",
                es: "Quédate en casa si puedes y mantén la distancia con los demás."
            )
        case .adviceTest:
            Localised(
                en: "Have yourself tested. Call before you go there.",
                it: "Fai un test. Telefona prima di andarci.",
                de: "Lassen Sie sich testen. Rufen Sie vorher dort an.",
                fr: "Faites-vous tester. Téléphonez avant de vous y rendre.",
                es: "Hazte una prueba. Llama antes de ir."
            )
        case .adviceDoctor:
            Localised(
                en: "If you feel ill, call your doctor’s practice.",
                it: "Se non ti senti bene, telefona al tuo medico.",
                de: "Wenn Sie sich krank fühlen, rufen Sie in Ihrer Arztpraxis an.",
                fr: "Si vous vous sentez mal, appelez votre médecin.",
                es: "Si te encuentras mal, llama a tu médico."
            )
        case .adviceEverybody: SharedText.adviceForEverybody
        }
    }
}
