package import CoronaWarnAPI
import CoronaWarnPackages
package import DiagnosisKeyStores
package import ExposurePrimitives
package import GAENCore

extension KeyRelease {
    /// The release of a key in the hours of each region.
    package static func packages(
        of regions: Set<RegionCode>,
        for key: TemporaryExposureKey,
        submitted: UnixTime
    ) -> [KeyRelease] {
        let earliest = earliestMoment(of: key, submitted: submitted)
        return regions.sorted().map { region in
            KeyRelease(sequence: PackageKind.hour.sequence(of: region), releasableAt: earliest)
        }
    }

    /// The release of a key in the batches for each of some other countries. They tell more than packages do: the
    /// level as it is, and what is known of the onset.
    package static func batches(
        for countries: Set<RegionCode>,
        of key: AcceptedKey,
        submitted: UnixTime
    ) -> [KeyRelease] {
        let earliest = earliestMoment(of: key.key, submitted: submitted)
        let statement = KeyStatement(
            transmissionRiskLevel: key.transmissionRiskLevel,
            reportType: .confirmedTest,
            daysSinceOnsetOfSymptoms: key.onset(submittedOn: submitted.utcDay).code
        )
        return countries.sorted().map { country in
            KeyRelease(sequence: .batches(for: country), releasableAt: earliest, statement: statement)
        }
    }

    private static func earliestMoment(of key: TemporaryExposureKey, submitted: UnixTime) -> UnixTime {
        ExpiryPolicy.earliestHour(windowEnd: key.windowEnd, submitted: PackageHour(containing: submitted)).start
    }
}

extension SequenceName {
    /// The sequence of the batches for another country.
    package static func batches(for country: RegionCode) -> SequenceName {
        guard let name = SequenceName("federation-\(country.text.lowercased())") else {
            preconditionFailure("small letters and a hyphen are the name of a sequence")
        }
        return name
    }
}
