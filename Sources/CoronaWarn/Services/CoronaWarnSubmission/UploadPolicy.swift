package import CoronaWarnAPI
import CoronaWarnPackages
package import CoronaWarnServing
package import DiagnosisKeyStores
package import ExposurePrimitives

/// Decides which parts of an upload are stored, and from when on packages may show them.
package struct UploadPolicy: Sendable {
    package let rules: UploadRules
    private let countries: CountryConfiguration
    private let configuration: SubmissionConfiguration

    package init(_ configuration: SubmissionConfiguration, countries: CountryConfiguration) {
        self.configuration = configuration
        self.countries = countries
        rules = UploadRules(
            maxKeyCount: configuration.maxKeyCount,
            country: countries.own,
            supportedCountries: countries.countries
        )
    }

    /// The content of an upload for the database.
    ///
    /// Nothing in it is finer than an hour but the windows of the keys, which packages show.
    ///
    /// - Parameter trusted: see `UploadRules.acceptedKeys(of:now:trusted:)`.
    package func content(
        of payload: SubmissionPayload,
        now: UnixTime,
        trusted: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> UploadContent {
        let keys = rules.acceptedKeys(of: payload, now: now, trusted: trusted)
            .filter { $0.transmissionRiskLevel >= configuration.minLevel }
        let visited = rules.countries(of: payload)
        // The own country's phones may use the packages of the union instead, so it has every key.
        let regions = (payload.consentsToFederation ? visited : []).union([countries.own, .union])
        let keyCountries = CountryCode(countries.own.text).map { origin in
            KeyCountries(origin: origin, visited: Set(visited.compactMap { CountryCode($0.text) }))
        }
        // Only a country that the person names gets a key of its own batches.
        let federated = payload.consentsToFederation ? visited.intersection(countries.federated) : []
        return UploadContent(
            keys: AcceptedKey.padded(keys, multiplier: configuration.multiplier, using: &generator).map { key in
                StoredKey(
                    diagnosisKey: configuration.levels.published
                        .diagnosisKey(key.key, storedLevel: key.transmissionRiskLevel),
                    releases: KeyRelease.packages(of: regions, for: key.key, submitted: now)
                        + KeyRelease.batches(for: federated, of: key, submitted: now),
                    countries: keyCountries
                )
            }
        )
    }
}
