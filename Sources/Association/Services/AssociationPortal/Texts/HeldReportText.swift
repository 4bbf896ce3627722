import Localisation

/// Texts of the epidemiologist's page.
enum HeldReportText: CaseIterable, LocalisedText {
    case site
    case title
    case purpose
    case none
    case reasons
    case isCrowd
    case isRelayed
    case isLinked
    case people
    case met
    case contacts
    case batches
    case district
    case unknown
    case completed
    case release
    case releaseMeaning
    case refuse
    case refuseMeaning
    case consent
    case consentMissing
    case isReleased
    case isRefused
    case notHeld
    case formTaken
    case notPossible
    case unavailable

    var localised: Localised {
        switch self {
        case .site:
            Localised(
                en: "Avviso for epidemiologists",
                it: "Avviso per epidemiologi",
                de: "Avviso für die Epidemiologie",
                fr: "Avviso pour les épidémiologistes",
                es: "Avviso para epidemiología"
            )
        case .title:
            Localised(
                en: "Held reports",
                it: "Segnalazioni trattenute",
                de: "Angehaltene Meldungen",
                fr: "Signalements retenus",
                es: "Notificaciones retenidas"
            )
        case .purpose:
            Localised(
                en: "Something about these reports is unusual. Nobody else is warned before a decision.",
                it:
                    "Queste segnalazioni hanno qualcosa di insolito. Prima di una decisione nessun altro viene avvisato.",
                de:
                    "An diesen Meldungen ist etwas ungewöhnlich. Vor einer Entscheidung wird niemand sonst gewarnt.",
                fr:
                    "Ces signalements ont quelque chose d’inhabituel. Personne d’autre n’est averti avant une décision.",
                es:
                    "Estas notificaciones tienen algo inusual. No se avisa a nadie más antes de una decisión."
            )
        case .none:
            Localised(
                en: "No report is held.",
                it: "Nessuna segnalazione è trattenuta.",
                de: "Keine Meldung ist angehalten.",
                fr: "Aucun signalement n’est retenu.",
                es: "No hay ninguna notificación retenida."
            )
        case .reasons:
            Localised(
                en: "Why it is held",
                it: "Perché è trattenuta",
                de: "Warum sie angehalten ist",
                fr: "Pourquoi il est retenu",
                es: "Por qué está retenida"
            )
        case .isCrowd:
            Localised(
                en: "It would warn more people than reports usually do, or too many seem very near at the same time.",
                it: "Avviserebbe più persone del solito, o troppe sembrano vicinissime nello stesso momento.",
                de: "Sie würde mehr Menschen warnen, als es üblich ist, oder zu viele wirken zugleich ganz nah.",
                fr: "Il avertirait plus de personnes que d’habitude, ou trop semblent tout près en même temps.",
                es: "Avisaría a más personas de lo habitual, o demasiadas parecen estar muy cerca a la vez."
            )
        case .isRelayed:
            Localised(
                en:
                    "It has people of a far district among people of the usual ones. A relay may have connected two places.",
                it:
                    "Contiene persone di una zona lontana tra persone di zone abituali. Forse un ripetitore ha collegato due luoghi.",
                de:
                    "Sie enthält Menschen aus einem fernen Gebiet neben Menschen aus den üblichen. Vielleicht hat ein Relais zwei Orte verbunden.",
                fr:
                    "Il contient des personnes d’un secteur lointain parmi celles des secteurs habituels. Un relais a peut-être relié deux lieux.",
                es:
                    "Tiene personas de una zona lejana entre las de zonas habituales. Quizá un repetidor unió dos lugares."
            )
        case .isLinked:
            Localised(
                en:
                    "It resembles other reports as if one person had made them. Together they would warn very many people.",
                it:
                    "Somiglia ad altre segnalazioni come se le avesse fatte una sola persona. Insieme avviserebbero moltissime persone.",
                de:
                    "Sie gleicht anderen Meldungen, als hätte ein einziger Mensch sie gemacht. Zusammen würden sie sehr viele warnen.",
                fr:
                    "Il ressemble à d’autres comme si une seule personne les avait faits. Ensemble, ils avertiraient énormément de personnes.",
                es:
                    "Se parece a otras como si las hubiera hecho una sola persona. Juntas avisarían a muchísimas personas."
            )
        case .people:
            Localised(
                en: "People to be warned, or warned already",
                it: "Persone da avvisare o già avvisate",
                de: "Zu warnende oder schon gewarnte Personen",
                fr: "Personnes à avertir ou déjà averties",
                es: "Personas por avisar o ya avisadas"
            )
        case .met:
            Localised(
                en: "People among the contacts",
                it: "Persone tra i contatti",
                de: "Personen unter den Kontakten",
                fr: "Personnes parmi les contacts",
                es: "Personas entre los contactos"
            )
        case .contacts:
            Localised(
                en: "Contacts of up to 15 minutes",
                it: "Contatti fino a 15 minuti",
                de: "Kontakte von bis zu 15 Minuten",
                fr: "Contacts de 15 minutes au plus",
                es: "Contactos de hasta 15 minutos"
            )
        case .batches:
            Localised(
                en: "Parts that have arrived so far",
                it: "Parti arrivate finora",
                de: "Teile, die bisher angekommen sind",
                fr: "Parties arrivées jusqu’ici",
                es: "Partes llegadas hasta ahora"
            )
        case .district:
            Localised(
                en: "Postal district",
                it: "Distretto postale",
                de: "Postbezirk",
                fr: "District postal",
                es: "Distrito postal"
            )
        case .unknown: Localised(en: "unknown", it: "sconosciuto", de: "unbekannt", fr: "inconnu", es: "desconocido")
        case .completed:
            Localised(
                en: "Held before",
                it: "Trattenuta prima delle",
                de: "Angehalten vor",
                fr: "Retenu avant",
                es: "Retenida antes de"
            )
        case .release:
            Localised(
                en: "Warn these people",
                it: "Avvisa queste persone",
                de: "Diese Personen warnen",
                fr: "Avertir ces personnes",
                es: "Avisar a estas personas"
            )
        case .releaseMeaning:
            Localised(
                en: "The report is genuine. The warnings leave within half an hour, and nobody can take them back.",
                it: "La segnalazione è autentica. Gli avvisi partono entro mezz’ora e non possono essere ritirati.",
                de:
                    "Die Meldung ist echt. Die Warnungen gehen innerhalb einer halben Stunde hinaus und lassen sich nicht zurücknehmen.",
                fr:
                    "Le signalement est authentique. Les avertissements partent dans la demi-heure et ne peuvent pas être retirés.",
                es: "La notificación es auténtica. Los avisos salen en media hora y no se pueden retirar."
            )
        case .refuse:
            Localised(
                en: "Refuse this report",
                it: "Rifiuta questa segnalazione",
                de: "Diese Meldung ablehnen",
                fr: "Refuser ce signalement",
                es: "Rechazar esta notificación"
            )
        case .refuseMeaning:
            Localised(
                en: "The report is an attack or a mistake. It is deleted with its contacts, and nobody else is warned.",
                it:
                    "La segnalazione è un attacco o un errore. Viene eliminata con i suoi contatti e nessun altro viene avvisato.",
                de:
                    "Die Meldung ist ein Angriff oder ein Irrtum. Sie wird mit ihren Kontakten gelöscht, und niemand sonst wird gewarnt.",
                fr:
                    "Le signalement est une attaque ou une erreur. Il est supprimé avec ses contacts, et personne d’autre n’est averti.",
                es: "La notificación es un ataque o un error. Se elimina con sus contactos y no se avisa a nadie más."
            )
        case .consent:
            Localised(
                en: "The test of this person was checked.",
                it: "Il test di questa persona è stato verificato.",
                de: "Der Test dieser Person wurde überprüft.",
                fr: "Le test de cette personne a été vérifié.",
                es: "La prueba de esta persona se ha comprobado."
            )
        case .consentMissing:
            Localised(
                en: "Nothing was changed. The box must be ticked first.",
                it: "Nulla è cambiato. Prima occorre spuntare la casella.",
                de: "Es wurde nichts geändert. Zuerst ist das Kästchen anzukreuzen.",
                fr: "Rien n’a changé. Il faut d’abord cocher la case.",
                es: "No se ha cambiado nada. Primero hay que marcar la casilla."
            )
        case .isReleased:
            Localised(
                en: "The report is released. The warnings leave within half an hour.",
                it: "La segnalazione è sbloccata. Gli avvisi partono entro mezz’ora.",
                de: "Die Meldung ist freigegeben. Die Warnungen gehen innerhalb einer halben Stunde hinaus.",
                fr: "Le signalement est libéré. Les avertissements partent dans la demi-heure.",
                es: "La notificación está liberada. Los avisos salen en media hora."
            )
        case .isRefused:
            Localised(
                en: "The report is deleted. Nobody else is warned.",
                it: "La segnalazione è stata eliminata. Nessun altro viene avvisato.",
                de: "Die Meldung ist gelöscht. Niemand sonst wird gewarnt.",
                fr: "Le signalement est supprimé. Personne d’autre n’est averti.",
                es: "La notificación se ha eliminado. No se avisa a nadie más."
            )
        case .notHeld:
            Localised(
                en: "Nothing was changed. Somebody else has decided, or more of the report has arrived.",
                it:
                    "Nulla è cambiato. Ha deciso un’altra persona, oppure è arrivata un’altra parte della segnalazione.",
                de:
                    "Es wurde nichts geändert. Jemand anderes hat entschieden, oder von der Meldung ist mehr angekommen.",
                fr: "Rien n’a changé. Quelqu’un d’autre a décidé, ou une autre partie du signalement est arrivée.",
                es: "No se ha cambiado nada. Otra persona ha decidido, o ha llegado otra parte de la notificación."
            )
        case .formTaken:
            Localised(
                en: "This form was sent already. The list below is up to date.",
                it: "Questo modulo è già stato inviato. L’elenco qui sotto è aggiornato.",
                de: "Dieses Formular wurde schon gesendet. Die Liste unten ist aktuell.",
                fr: "Ce formulaire a déjà été envoyé. La liste ci-dessous est à jour.",
                es: "Este formulario ya se ha enviado. La lista de abajo está actualizada."
            )
        case .notPossible:
            Localised(
                en: "The server does not know this decision.",
                it: "Il server non conosce questa decisione.",
                de: "Der Server kennt diese Entscheidung nicht.",
                fr: "Le serveur ne connaît pas cette décision.",
                es: "El servidor no conoce esta decisión."
            )
        case .unavailable:
            Localised(
                en:
                    "The server cannot answer at the moment. Whether the decision was taken is shown in the list later.",
                it:
                    "Il server al momento non può rispondere. L’elenco mostrerà più tardi se la decisione è stata presa.",
                de:
                    "Der Server kann gerade nicht antworten. Ob die Entscheidung getroffen wurde, zeigt die Liste später.",
                fr:
                    "Le serveur ne peut pas répondre pour le moment. La liste montrera plus tard si la décision a été prise.",
                es:
                    "El servidor no puede responder en este momento. La lista mostrará más tarde si se tomó la decisión."
            )
        }
    }
}
