/// The published rule sets by name.
public enum RuleSet: String, Sendable, CaseIterable {
    /// Immuni with its last settings for iOS.
    case immuni
    /// Immuni with its last settings for Android.
    case immuniAndroid = "immuni-android"
    /// Corona-Warn from version 1.15 on.
    case coronaWarn = "cwa"
    /// Corona-Warn's first calculation.
    case coronaWarnV1 = "cwa-v1"
    case swissCovid = "swisscovid"
    /// The nets of Linux Foundation Public Health, version 2.
    case lfphNarrow = "lfph-narrow"
    case lfphWide = "lfph-wide"
    /// The same nets as they were first published.
    case lfphNarrow2020 = "lfph-narrow-2020"
    case lfphWide2020 = "lfph-wide-2020"

    /// The rule with its published parameters.
    ///
    /// - Throws: never for the parameters in this library; tests show it.
    public func model() throws(RiskParameterError) -> any RiskModel {
        switch self {
        case .immuni: try ImmuniRule(.publishedForIOS)
        case .immuniAndroid: try ImmuniRule(.publishedForAndroid)
        case .coronaWarn: try CoronaWarnRule(.published)
        case .coronaWarnV1: try CoronaWarnScoreRule(.published)
        case .swissCovid: try SwissCovidRule(.published)
        case .lfphNarrow: try DailySummaryRule(.narrowNet)
        case .lfphWide: try DailySummaryRule(.wideNet)
        case .lfphNarrow2020: try DailySummaryRule(.narrowNet2020)
        case .lfphWide2020: try DailySummaryRule(.wideNet2020)
        }
    }
}
