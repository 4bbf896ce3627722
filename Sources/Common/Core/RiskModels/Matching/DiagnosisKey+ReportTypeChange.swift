public import GAENCore

extension DiagnosisKey.ReportType {
    /// Whether a key that a phone already knows by this type may become a key of type `other`: self-reports and clinical
    /// diagnoses may be confirmed or withdrawn, nothing else changes.
    public func mayBecome(_ other: DiagnosisKey.ReportType) -> Bool {
        switch self {
        case .selfReport: [.confirmedTest, .confirmedClinicalDiagnosis, .revoked].contains(other)
        case .confirmedClinicalDiagnosis: [.confirmedTest, .revoked].contains(other)
        case .unknown, .confirmedTest, .recursive, .revoked: false
        }
    }
}
