public import ExposurePrimitives
public import GAENCore

/// A key before its publication.
///
/// It holds only what published files will show, and the moments from which they may show it.
public struct StoredKey: Hashable, Sendable {
    public let diagnosisKey: DiagnosisKey
    /// The publications of the key, one for each sequence. A key without consent for a sequence has none there.
    public let releases: [KeyRelease]
    /// Nil if the system publishes for one country and passes no keys on.
    public let countries: KeyCountries?

    public init(diagnosisKey: DiagnosisKey, releases: [KeyRelease], countries: KeyCountries? = nil) {
        self.diagnosisKey = diagnosisKey
        self.releases = releases
        self.countries = countries
    }

    /// A key of a system with one sequence.
    public init(diagnosisKey: DiagnosisKey, releasableAt: UnixTime) {
        self.init(diagnosisKey: diagnosisKey, releases: [KeyRelease(sequence: .main, releasableAt: releasableAt)])
    }
}

/// The publication of a key in one sequence.
public struct KeyRelease: Hashable, Sendable {
    public let sequence: SequenceName
    /// The end of the embargo: not before the key's window and the matcher's tolerance have passed.
    public let releasableAt: UnixTime
    /// The statement of this sequence about the key; nil if it is the one of the key itself.
    public let statement: KeyStatement?

    public init(sequence: SequenceName, releasableAt: UnixTime, statement: KeyStatement? = nil) {
        self.sequence = sequence
        self.releasableAt = releasableAt
        self.statement = statement
    }
}

/// An authority's statements about a key, without the key.
public struct KeyStatement: Hashable, Sendable {
    /// 0…8; 0 means "none given".
    public let transmissionRiskLevel: Int
    public let reportType: DiagnosisKey.ReportType?
    /// Days, or a code of the system; −15…4000.
    public let daysSinceOnsetOfSymptoms: Int?

    public init(transmissionRiskLevel: Int, reportType: DiagnosisKey.ReportType?, daysSinceOnsetOfSymptoms: Int?) {
        self.transmissionRiskLevel = transmissionRiskLevel
        self.reportType = reportType
        self.daysSinceOnsetOfSymptoms = daysSinceOnsetOfSymptoms
    }

    public init(of key: DiagnosisKey) {
        self.init(
            transmissionRiskLevel: key.transmissionRiskLevel,
            reportType: key.reportType,
            daysSinceOnsetOfSymptoms: key.daysSinceOnsetOfSymptoms
        )
    }
}
