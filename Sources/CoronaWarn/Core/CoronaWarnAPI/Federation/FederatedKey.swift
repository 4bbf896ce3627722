import ExposurePrimitives
import Foundation
public import GAENCore

/// A key as one authority gives it to another.
public struct FederatedKey: Hashable, Sendable {
    public let key: TemporaryExposureKey
    /// 1…8; nil if the authority gives none.
    public let transmissionRiskLevel: Int?
    /// The countries in which the key is of use.
    public let visitedCountries: Set<RegionCode>
    public let reportType: DiagnosisKey.ReportType
    public let onset: OnsetMeaning

    public init(
        key: TemporaryExposureKey,
        transmissionRiskLevel: Int?,
        visitedCountries: Set<RegionCode>,
        reportType: DiagnosisKey.ReportType,
        onset: OnsetMeaning
    ) {
        self.key = key
        self.transmissionRiskLevel = transmissionRiskLevel
        self.visitedCountries = visitedCountries
        self.reportType = reportType
        self.onset = onset
    }

    /// The level of the key: its own one, or the one that follows from the onset.
    public var level: Int {
        transmissionRiskLevel ?? OnsetCode(onset.code).map(\.transmissionRiskLevel) ?? 1
    }

    /// The report types of keys that are published: a positive test, or a doctor's diagnosis.
    public static let publishedTypes: Set<DiagnosisKey.ReportType> = [.confirmedTest, .confirmedClinicalDiagnosis]
}

// MARK: - The message

extension FederatedKey {
    init(_ wire: WireFederatedKey, from origin: RegionCode) throws(FederationRefusal) {
        guard wire.origin == origin.text else {
            throw .otherOrigin
        }
        let start = IntervalNumber(wire.rollingStartIntervalNumber)
        guard start.rawValue > 0, start == start.startOfDay, let period = Int(exactly: wire.rollingPeriod),
            let reportType = Int(exactly: wire.reportType).flatMap(DiagnosisKey.ReportType.init),
            let onset = OnsetMeaning(code: Int(wire.daysSinceOnsetOfSymptoms)),
            let key = try? TemporaryExposureKey(
                keyData: TemporaryExposureKey.KeyData(wire.keyData),
                rollingStart: start,
                rollingPeriod: period
            )
        else {
            throw .malformed
        }
        let level = Int(wire.transmissionRiskLevel)
        self.init(
            key: key,
            transmissionRiskLevel: SubmittedKey.transmissionRiskLevels.contains(level) ? level : nil,
            visitedCountries: try Self.countries(wire.visitedCountries),
            reportType: reportType,
            onset: onset
        )
    }

    private static func countries(_ texts: [String]) throws(FederationRefusal) -> Set<RegionCode> {
        let countries = Set(texts.compactMap { RegionCode($0) })
        guard countries.count == texts.count, countries.count <= FederationLimits.countries,
            countries.allSatisfy(\.isCountry)
        else {
            throw .malformed
        }
        return countries
    }

    func wire(from origin: RegionCode) -> WireFederatedKey {
        var wire = WireFederatedKey()
        wire.keyData = Data(key.keyData.exposedBytes)
        wire.rollingStartIntervalNumber = key.rollingStart.rawValue
        wire.rollingPeriod = UInt32(key.rollingPeriod)
        wire.transmissionRiskLevel = Int32(transmissionRiskLevel ?? 0)
        wire.visitedCountries = visitedCountries.sorted().map(\.text)
        wire.origin = origin.text
        wire.reportType = UInt32(reportType.rawValue)
        wire.daysSinceOnsetOfSymptoms = Int32(onset.code)
        return wire
    }
}
