public import GAENCore

extension DiagnosisKey.ReportType {
    /// Whether a key of this type, which a phone already knows, may become a key of type `other`.
    ///
    /// Self-reports and clinical diagnoses may be confirmed or withdrawn. Nothing else changes.
    public func mayBecome(_ other: DiagnosisKey.ReportType) -> Bool {
        switch self {
        case .selfReport: [.confirmedTest, .confirmedClinicalDiagnosis, .revoked].contains(other)
        case .confirmedClinicalDiagnosis: [.confirmedTest, .revoked].contains(other)
        case .unknown, .confirmedTest, .recursive, .revoked: false
        }
    }
}
