package import CoronaWarnAPI
package import CoronaWarnPorts
import DiagnosisKeyStores
import ExposurePrimitives
package import GAENCore

/// Small values of the federation, around the moment of ``CoronaWarnSamples``.
package enum FederationSamples {
    package static let own = country("DE")
    package static let neighbour = country("DK")
    package static let other = country("FR")

    package static func country(_ text: String) -> RegionCode {
        guard let country = RegionCode(text) else {
            preconditionFailure("two capitals are a country")
        }
        return country
    }

    package static func partner(
        _ country: RegionCode = neighbour,
        name: String? = nil,
        trustRoots: [UInt8]? = nil,
        publicKey: String = "no key",
        maxKeys: Int = FederationPartner.defaultMaxKeys
    ) -> FederationPartner {
        FederationPartner(
            country: country,
            name: name ?? "authority-\(country.text.lowercased())",
            server: "https://partners.example:8443",
            trustRoots: trustRoots,
            publicKey: publicKey,
            maxKeysPerDay: maxKeys
        )
    }

    /// A key of yesterday.
    package static func key(
        _ number: Int,
        daysAgo: Int = 1,
        level: Int? = 5,
        visited: Set<RegionCode> = [own],
        type: DiagnosisKey.ReportType = .confirmedTest,
        onset: OnsetMeaning = .onset(days: 1)
    ) throws -> FederatedKey {
        let today = IntervalNumber(clamping: CoronaWarnSamples.now).startOfDay
        let bytes = [UInt8(number >> 8), UInt8(number & 255)] + [UInt8](repeating: 3, count: 14)
        return FederatedKey(
            key: try TemporaryExposureKey(
                keyData: .init(bytes),
                rollingStart: IntervalNumber(UInt32(Int(today.rawValue) - daysAgo * 144)),
                rollingPeriod: 144
            ),
            transmissionRiskLevel: level,
            visitedCountries: visited,
            reportType: type,
            onset: onset
        )
    }

    /// A batch of a store, with keys of one sequence.
    package static func received(
        _ number: Int,
        after last: Int,
        from country: RegionCode = neighbour,
        keys numbers: Range<Int> = 0..<0,
        skipped: Int = 0
    ) throws -> ReceivedBatch {
        let keys = try numbers.map { number in
            StoredKey(
                diagnosisKey: DiagnosisKey(key: try key(number).key, transmissionRiskLevel: 5),
                releases: [KeyRelease(sequence: .main, releasableAt: CoronaWarnSamples.now)],
                countries: CountryCode(country.text).map { KeyCountries(origin: $0) }
            )
        }
        return ReceivedBatch(country: country, number: number, after: last, keys: keys, skipped: skipped)
    }
}
