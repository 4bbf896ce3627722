import CoronaWarnAPI
import Foundation
import Localisation

/// The name of a country for people.
enum CountryName {
    /// Its code if the machine knows no name.
    static func text(of country: RegionCode, in language: Language) -> String {
        Locale(identifier: language.tag).localizedString(forRegionCode: country.text) ?? country.text
    }
}
