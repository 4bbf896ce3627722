import ImmuniAPI
import Localisation

/// The names of regions and provinces. They are Italian in every language.
enum PlaceNames {
    static func name(of region: Region, in language: Language) -> String {
        region == .abroad ? abroad[language] : region.rawValue
    }

    static func province(_ code: String, in language: Language) -> String {
        let region = Region.region(of: code)
        return region == .abroad
            ? abroad[language] : region.provinces.first { $0.code == code }?.name ?? code
    }

    private static let abroad = Localised(en: "Abroad", it: "Estero", de: "Ausland", fr: "Étranger", es: "Extranjero")
}
