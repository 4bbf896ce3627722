import AnalyticsStores
import DifferentialPrivacy
import ExposurePrimitives
import Foundation
import ImmuniAPI

/// The notes that explain the figures.
extension ReportBuilder {
    func notes() -> [String] {
        var notes = request.statistics.flatMap { [completeness(of: $0), noise(of: $0)].compactMap(\.self) }
        if request.statistics.contains(.working) { notes += tableNotes }
        if request.statistics.contains(.notified) { notes += forecastNotes }
        if request.statistics.contains(.exposureAge) { notes += onsetNotes }
        notes.append(
            sampling.isRecorded
                ? "Sampling rates are those of the apps' settings, from their history."
                : "Sampling rates are those of the server's settings: there is no history of the apps' settings."
        )
        notes.append("Figures carry noise (docs/figures.md): sums add up, and small ones may be below zero.")
        return notes
    }

    private func completeness(of statistic: Statistic) -> String? {
        let dayCount = request.days.upperBound.days(since: request.days.lowerBound) + 1
        let released = cubes[statistic]?.count ?? 0
        return released == dayCount
            ? nil
            : "\(statistic.rawValue): \(released) of \(dayCount) days are released; the others are in no figure."
    }

    /// The cost of the figures, and the width of one leaf's noise.
    private func noise(of statistic: Statistic) -> String? {
        let entries = (cubes[statistic] ?? []).map(\.entry)
        guard !entries.isEmpty else {
            return nil
        }
        let epsilons = Set(entries.map(\.epsilon)).sorted().map(\.description).joined(separator: " or ")
        let sensitivities = Set(entries.map(\.sensitivity)).sorted().map(String.init).joined(separator: " or ")
        return "\(statistic.rawValue): discrete Laplace noise of ε = \(epsilons) on each of the "
            + "\(Cubes.leaves(of: statistic).count) counts of a day, which one phone changes by \(sensitivities) in all."
    }

    private var tableNotes: [String] {
        guard let penetration else {
            return ["No table of phones in use was given, so nothing is extrapolated from one platform to the other."]
        }
        func without(_ isMissing: (String) -> Bool, _ consequence: String) -> [String] {
            let provinces = Cubes.provinces.filter(isMissing)
            return provinces.isEmpty ? [] : ["\(consequence): \(provinces.joined(separator: ", "))."]
        }
        return without(
            { penetration.phones(in: $0) == 0 },
            "The table has no phones in use in these provinces, so they are in no share of phones"
        )
            + without(
                { penetration.phones(in: $0, .ios) == 0 },
                "The table has no iPhones in use in these provinces, so nothing is extrapolated for them"
            )
    }

    private var forecastNotes: [String] {
        forecast().isEmpty
            ? [
                "forecast-notified needs \(NotificationForecast.minDays) released days among the last "
                    + "\(NotificationForecast.dayCount) that are asked for."
            ]
            : []
    }

    private var onsetNotes: [String] {
        let first = request.days.lowerBound
        let assumed =
            "expected-onsets takes \(String(format: "%.1f", configuration.attackRate * 100)) % of the notified to fall ill "
            + "(analytics.attack-rate), half of them within 5.1 days of the exposure; its interval does not hold errors of these."
        let isShort = request.days.upperBound.days(since: first) < NotificationForecast.dayCount - 1
        let rates = Set(
            (cubes[.exposureAge] ?? []).flatMap { cube in
                OperationalFacts.Platform.allCases.map { sampling.rates(of: $0, on: cube.entry.day).withExposure }
            }
        )
        return [assumed]
            + (isShort
                ? ["expected-onsets leaves out people notified before \(first): request at least two weeks."] : [])
            + (rates.count > 1 ? ["expected-onsets uses the lower of both platforms' rates if they differ."] : [])
    }
}
