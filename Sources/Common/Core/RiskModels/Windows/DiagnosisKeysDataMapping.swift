public import GAENCore

/// The way in which the framework's second generation reads a key.
///
/// It gives the infectiousness by days since the onset of symptoms, and the report type of keys that carry none.
public struct DiagnosisKeysDataMapping: Hashable, Sendable {
    private let infectiousnessByDay: [Infectiousness]
    /// The infectiousness of keys without days since onset, and of days beyond ±14, which carry no information.
    public let infectiousnessWhenDaysSinceOnsetMissing: Infectiousness
    /// The report type of keys that carry none.
    public let reportTypeWhenMissing: DiagnosisKey.ReportType

    /// - Parameter daysSinceOnsetToInfectiousness: 29 entries, from day −14 to day 14.
    /// - Throws: if there are not 29 entries, or `reportTypeWhenMissing` is `unknown`, `recursive` or `revoked`.
    public init(
        daysSinceOnsetToInfectiousness: [Infectiousness],
        infectiousnessWhenDaysSinceOnsetMissing: Infectiousness,
        reportTypeWhenMissing: DiagnosisKey.ReportType = .confirmedTest
    ) throws(DiagnosisKeysDataMappingError) {
        guard daysSinceOnsetToInfectiousness.count == Self.days.count else {
            throw .wrongDayCount(daysSinceOnsetToInfectiousness.count)
        }
        guard [.confirmedTest, .confirmedClinicalDiagnosis, .selfReport].contains(reportTypeWhenMissing) else {
            throw .unusableReportType(reportTypeWhenMissing)
        }
        infectiousnessByDay = daysSinceOnsetToInfectiousness
        self.infectiousnessWhenDaysSinceOnsetMissing = infectiousnessWhenDaysSinceOnsetMissing
        self.reportTypeWhenMissing = reportTypeWhenMissing
    }

    private init(_ infectiousness: (_ daysSinceOnset: Int) -> Infectiousness, whenMissing: Infectiousness) {
        infectiousnessByDay = Self.days.map(infectiousness)
        infectiousnessWhenDaysSinceOnsetMissing = whenMissing
        reportTypeWhenMissing = .confirmedTest
    }

    /// The mapping until an app sets one: standard infectiousness throughout, and a confirmed test if no type is given.
    public static let standard = DiagnosisKeysDataMapping({ _ in .standard }, whenMissing: .standard)

    /// Corona-Warn's mapping.
    ///
    /// Its packages carry a transmission risk level in the fields of the second generation. One day since onset means
    /// an odd level, two days an even one. Infectiousness has no other meaning.
    public static let coronaWarn = DiagnosisKeysDataMapping(
        { Infectiousness(rawValue: $0) ?? .none },
        whenMissing: .none
    )

    /// All infectiousness values that a key can have.
    var occurring: Set<Infectiousness> {
        Set(infectiousnessByDay).union([infectiousnessWhenDaysSinceOnsetMissing])
    }

    /// The infectiousness for `daysSinceOnset`, or nil beyond ±14 days.
    public func infectiousness(daysSinceOnset: Int) -> Infectiousness? {
        Self.days.contains(daysSinceOnset) ? infectiousnessByDay[daysSinceOnset - Self.days.lowerBound] : nil
    }

    public func infectiousness(of key: DiagnosisKey) -> Infectiousness {
        key.daysSinceOnsetOfSymptoms.flatMap(infectiousness) ?? infectiousnessWhenDaysSinceOnsetMissing
    }

    public func reportType(of key: DiagnosisKey) -> DiagnosisKey.ReportType {
        switch key.reportType {
        case nil, .unknown: reportTypeWhenMissing
        case .some(let type): type
        }
    }

    /// The days since onset that carry information.
    public static let days = -14...14
}

extension DiagnosisKeysDataMapping {
    /// Reads the mapping's compact form: a hexadecimal number of up to 64 bits, with or without `0x`.
    ///
    /// It has two bits for each day from −14 (least significant) to 14, then two for keys without days since onset. The
    /// last four bits have no meaning.
    ///
    /// - Throws: if `text` is not such a number, or two bits are 3.
    public init(
        hex text: some StringProtocol,
        reportTypeWhenMissing: DiagnosisKey.ReportType = .confirmedTest
    ) throws(DiagnosisKeysDataMappingError) {
        let digits = text.hasPrefix("0x") || text.hasPrefix("0X") ? String(text.dropFirst(2)) : String(text)
        guard digits.allSatisfy(\.isHexDigit), let bits = UInt64(digits, radix: 16) else {
            throw .notHexadecimal
        }
        var values: [Infectiousness] = []
        for pair in 0...Self.days.count {
            guard let value = Infectiousness(rawValue: Int(bits >> UInt64(2 * pair) & 3)) else {
                throw .noSuchInfectiousness
            }
            values.append(value)
        }
        try self.init(
            daysSinceOnsetToInfectiousness: values.dropLast(),
            infectiousnessWhenDaysSinceOnsetMissing: values[Self.days.count],
            reportTypeWhenMissing: reportTypeWhenMissing
        )
    }
}

/// An error in a mapping.
public enum DiagnosisKeysDataMappingError: Error, Equatable {
    /// A table had this many days instead of 29.
    case wrongDayCount(Int)
    /// A report type that cannot be the default for keys without one.
    case unusableReportType(DiagnosisKey.ReportType)
    /// The compact form was not a hexadecimal number of up to 64 bits.
    case notHexadecimal
    /// Two bits of the compact form had the value 3.
    case noSuchInfectiousness
}

extension DiagnosisKeysDataMappingError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .wrongDayCount(let count): "has \(count) days instead of 29"
        case .unusableReportType: "gives keys without a report type a type that never counts"
        case .notHexadecimal: "is not a hexadecimal number of up to 64 bits"
        case .noSuchInfectiousness: "has two bits with the value 3, which no infectiousness has"
        }
    }
}
