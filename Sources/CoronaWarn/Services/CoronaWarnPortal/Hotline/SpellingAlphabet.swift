import Localisation

/// The words with which the characters of a teleTAN are spelled in a language.
///
/// - English: the spelling alphabet of the International Civil Aviation Organization (Annex 10, volume II, 5.2.1.3).
/// - German: DIN 5009:2022, table for economy and administration (names of towns).
/// - French: the alphabet of the French telephone directories (first names).
/// - Italian: the *alfabeto telefonico*, mostly towns. It has no standard; these are the words of the multilingual
///   project *Iperte* of the Comune di Bologna.
/// - Spanish: the custom on the telephone in Spain, mostly first names and towns. It has no standard either.
///
/// Digits are spelled by their names.
enum SpellingAlphabet {
    /// The word of a character; nil for a character that no teleTAN has.
    static func word(of character: Character, in language: Language) -> String? {
        guard let digit = character.wholeNumberValue else {
            return letters(language).first { $0.first == character }
        }
        let words = digits(language)
        return words.indices.contains(digit - firstDigit) ? words[digit - firstDigit] : nil
    }

    /// The words, each for its first letter. A teleTAN has neither I nor L nor O.
    static func letters(_ language: Language) -> [String] {
        switch language {
        case .english:
            [
                "Alfa", "Bravo", "Charlie", "Delta", "Echo", "Foxtrot", "Golf", "Hotel", "Juliett", "Kilo", "Mike",
                "November", "Papa", "Quebec", "Romeo", "Sierra", "Tango", "Uniform", "Victor", "Whiskey", "X-ray",
                "Yankee", "Zulu",
            ]
        case .german:
            [
                "Aachen", "Berlin", "Chemnitz", "Düsseldorf", "Essen", "Frankfurt", "Goslar", "Hamburg", "Jena", "Köln",
                "München", "Nürnberg", "Potsdam", "Quickborn", "Rostock", "Salzwedel", "Tübingen", "Unna",
                "Völklingen", "Wuppertal", "Xanten", "Ypsilon", "Zwickau",
            ]
        case .french:
            [
                "Anatole", "Berthe", "Célestin", "Désiré", "Eugène", "François", "Gaston", "Henri", "Joseph", "Kléber",
                "Marcel", "Nicolas", "Pierre", "Quintal", "Raoul", "Suzanne", "Thérèse", "Ursule", "Victor", "William",
                "Xavier", "Yvonne", "Zoé",
            ]
        case .italian:
            [
                "Ancona", "Bologna", "Como", "Domodossola", "Empoli", "Firenze", "Genova", "Hotel", "Jolly", "Kursaal",
                "Milano", "Napoli", "Palermo", "Quarto", "Roma", "Savona", "Torino", "Udine", "Venezia", "Washington",
                "Xeres", "Yacht", "Zara",
            ]
        case .spanish:
            [
                "Antonio", "Burgos", "Carmen", "Domingo", "Enrique", "Francia", "Gerona", "Historia", "José", "Kilo",
                "Madrid", "Navarra", "París", "Querido", "Ramón", "Sevilla", "Tarragona", "Ulises", "Valencia",
                "Washington", "Xilófono", "Yolanda", "Zaragoza",
            ]
        }
    }

    private static func digits(_ language: Language) -> [String] {
        switch language {
        case .english: ["two", "three", "four", "five", "six", "seven", "eight", "nine"]
        case .german: ["zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"]
        case .french: ["deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf"]
        case .italian: ["due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove"]
        case .spanish: ["dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve"]
        }
    }

    private static let firstDigit = 2
}
