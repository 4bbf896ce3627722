/// One text in every language. The initialiser requires all of them.
public struct Localised: Hashable, Sendable {
    private let english: String
    private let italian: String
    private let german: String
    private let french: String
    private let spanish: String

    public init(en english: String, it italian: String, de german: String, fr french: String, es spanish: String) {
        self.english = english
        self.italian = italian
        self.german = german
        self.french = french
        self.spanish = spanish
    }

    public subscript(_ language: Language) -> String {
        switch language {
        case .english: english
        case .italian: italian
        case .german: german
        case .french: french
        case .spanish: spanish
        }
    }
}
