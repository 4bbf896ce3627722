import Localisation

extension TextSample {
    /// The words of a familiar address in the languages in which the operators' pages say *usted* and *vous*.
    package var familiarWords: [String] {
        Self.familiar.flatMap { language, words in
            let text = " \(text[language]) "
            return words.filter { text.contains($0) }
        }
    }

    private static let familiar: KeyValuePairs<Language, [String]> = [
        .spanish: [" tu ", " tus ", " te ", " ti ", " tú ", "tienes", "puedes"],
        .french: [" tu ", " ton ", " ta ", " tes ", " toi "],
    ]
}
