/// A TEK of a person who tested positive, with a health authority's statements about it.
///
/// It holds the fields of both generations of the export format.
public struct DiagnosisKey: Hashable, Sendable {
    public let key: TemporaryExposureKey
    /// 0…8 as published; 0 means "none given".
    public let transmissionRiskLevel: Int
    /// Nil in files of the first generation.
    public let reportType: ReportType?
    /// Days from the onset of symptoms to the key's day, −14…14; nil when not given.
    public let daysSinceOnsetOfSymptoms: Int?
    /// Nil when not given.
    public let variantOfConcern: VariantOfConcern?

    public init(
        key: TemporaryExposureKey,
        transmissionRiskLevel: Int,
        reportType: ReportType? = nil,
        daysSinceOnsetOfSymptoms: Int? = nil,
        variantOfConcern: VariantOfConcern? = nil
    ) {
        self.key = key
        self.transmissionRiskLevel = transmissionRiskLevel
        self.reportType = reportType
        self.daysSinceOnsetOfSymptoms = daysSinceOnsetOfSymptoms
        self.variantOfConcern = variantOfConcern
    }

    /// Why the key was published (export format, field `report_type`).
    public enum ReportType: Int, Sendable, CaseIterable {
        case unknown = 0
        case confirmedTest = 1
        case confirmedClinicalDiagnosis = 2
        case selfReport = 3
        case recursive = 4
        case revoked = 5
    }

    /// The variant that the person carries (export format, field `variant_of_concern`).
    public enum VariantOfConcern: Int, Sendable, CaseIterable {
        case unknown = 0
        case vaccineIsEffective = 1
        case highlyTransmissible = 2
        case highSeverity = 3
        case vaccineBreakthrough = 4
    }
}
