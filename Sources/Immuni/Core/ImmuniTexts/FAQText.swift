public import Localisation

/// Texts of the screen of questions and answers. ``Question`` has those about the app itself; the authority's are
/// fetched.
public enum FAQText: CaseIterable, LocalisedText {
    case search
    case noneFound
    case notYetHere
    case allQuestions
    case aboutTheApp
    case fromTheAuthority

    public var localised: Localised {
        switch self {
        case .search:
            Localised(
                en: "Search the questions",
                it: "Cerca tra le domande",
                de: "Fragen durchsuchen",
                fr: "Chercher dans les questions",
                es: "Buscar en las preguntas"
            )
        case .noneFound:
            Localised(
                en: "No question matches. Try another word.",
                it: "Nessuna domanda corrisponde. Prova un’altra parola.",
                de: "Keine Frage passt. Versuchen Sie ein anderes Wort.",
                fr: "Aucune question ne correspond. Essayez un autre mot.",
                es: "Ninguna pregunta coincide. Prueba con otra palabra."
            )
        case .notYetHere:
            Localised(
                en:
                    "The authority’s answers in your language have not been fetched yet. They come with the next check.",
                it:
                    "Le risposte dell’autorità nella tua lingua non sono ancora state scaricate. Arrivano con il prossimo controllo.",
                de:
                    "Die Antworten der Behörde in Ihrer Sprache wurden noch nicht geladen. Sie kommen mit der nächsten Überprüfung.",
                fr:
                    "Les réponses de l’autorité dans votre langue n’ont pas encore été chargées. Elles viennent avec la prochaine vérification.",
                es:
                    "Las respuestas de la autoridad en tu idioma aún no se han descargado. Llegan con la próxima comprobación."
            )
        case .allQuestions:
            Localised(
                en: "All questions",
                it: "Tutte le domande",
                de: "Alle Fragen",
                fr: "Toutes les questions",
                es: "Todas las preguntas"
            )
        case .aboutTheApp:
            Localised(
                en: "About the app",
                it: "Sull’app",
                de: "Über die App",
                fr: "À propos de l’application",
                es: "Sobre la aplicación"
            )
        case .fromTheAuthority:
            Localised(
                en: "From the authority",
                it: "Dall’autorità",
                de: "Von der Behörde",
                fr: "De l’autorité",
                es: "De la autoridad"
            )
        }
    }
}
