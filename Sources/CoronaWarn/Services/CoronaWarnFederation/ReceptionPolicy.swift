package import CoronaWarnAPI
import CoronaWarnPorts
package import CoronaWarnServing
import DiagnosisKeyStores
import ExposurePrimitives
import GAENCore

/// Decides which keys of a sound batch are taken, and which packages get them.
package struct ReceptionPolicy: Sendable {
    let countries: CountryConfiguration
    private let levels: PublishedLevels
    private let minLevel: Int
    private let minOnsetDays: Int?

    /// - Parameters:
    ///   - levels: how packages show levels, as for uploads.
    ///   - minLevel: the minimum level of keys that are published.
    ///   - minOnsetDays: see ``FederationConfiguration/minOnsetDays``.
    package init(countries: CountryConfiguration, levels: PublishedLevels, minLevel: Int, minOnsetDays: Int?) {
        self.countries = countries
        self.levels = levels
        self.minLevel = minLevel
        self.minOnsetDays = minOnsetDays
    }

    /// The batch for the store. Other keys are skipped: those past their retention, those that nobody confirmed, and
    /// those that this authority does not publish.
    func content(of batch: FederationBatch, after last: Int, now: UnixTime) -> ReceivedBatch {
        let keys = batch.keys.filter { isTaken($0, now: now) }
        return ReceivedBatch(
            country: batch.origin,
            number: batch.number,
            after: last,
            keys: keys.map { stored($0, from: batch.origin, now: now) },
            skipped: batch.keys.count - keys.count
        )
    }

    private func isTaken(_ key: FederatedKey, now: UnixTime) -> Bool {
        now.seconds(since: key.key.windowEnd) < Retention.seconds
            && FederatedKey.publishedTypes.contains(key.reportType)
            && key.level >= minLevel
            && minOnsetDays.map { key.onset.days >= $0 } != false
    }

    /// A key enters the packages of the countries that it names, as far as there are any, and of the union. It is never
    /// in a sequence of batches, so it goes nowhere else.
    private func stored(_ key: FederatedKey, from origin: RegionCode, now: UnixTime) -> StoredKey {
        let named = key.visitedCountries.union([origin])
        return StoredKey(
            diagnosisKey: levels.diagnosisKey(key.key, storedLevel: key.level),
            releases: KeyRelease.packages(
                of: named.intersection(countries.countries).union([.union]),
                for: key.key,
                submitted: now
            ),
            countries: CountryCode(origin.text).map { origin in
                KeyCountries(origin: origin, visited: Set(named.compactMap { CountryCode($0.text) }))
            }
        )
    }
}
