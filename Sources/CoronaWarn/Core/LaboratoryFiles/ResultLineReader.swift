public import CoronaWarnAPI
import ExposurePrimitives

/// The places of the columns in a file.
struct ResultColumns {
    let count: Int
    private let places: [Column: Int]

    enum Column: String, CaseIterable {
        case code
        case result
        case birthDate = "birth_date"
        case sampledAt = "sampled_at"
        case kind
    }

    /// Nil if a column is unknown or stands twice, or if code or result is missing.
    init?(_ names: [String]) {
        let columns = names.map { Column(rawValue: $0.lowercased()) }
        var places: [Column: Int] = [:]
        for (place, column) in columns.enumerated() {
            guard let column, places.updateValue(place, forKey: column) == nil else {
                return nil
            }
        }
        guard places[.code] != nil, places[.result] != nil else {
            return nil
        }
        count = names.count
        self.places = places
    }

    /// The field of a column; nil if it is empty or the file does not have the column.
    func field(_ column: Column, in fields: [String]) -> String? {
        places[column].flatMap { fields[$0].isEmpty ? nil : fields[$0] }
    }
}

/// Reads lines of a file with given columns.
struct ResultLineReader {
    let columns: ResultColumns
    let kind: TestKind
    let stacks: Set<TestIdentifier>?
    let now: UnixTime

    func read(_ fields: [String]?) -> Result<LaboratoryResult, BadLine> {
        guard let fields, fields.count == columns.count else {
            return .failure(BadLine(.malformed))
        }
        do throws(BadLine) {
            let kind = try readKind(fields)
            let sample = try readSample(columns.field(.sampledAt, in: fields))
            return .success(
                LaboratoryResult(
                    code: try readResult(columns.field(.result, in: fields), kind),
                    identifiers: try readIdentifiers(fields, kind),
                    sampleCollection: sample
                )
            )
        } catch {
            return .failure(error)
        }
    }

    private func readKind(_ fields: [String]) throws(BadLine) -> TestKind {
        guard let name = columns.field(.kind, in: fields) else {
            return kind
        }
        guard let kind = TestKind(fileName: name) else {
            throw BadLine(.unknownKind)
        }
        return kind
    }

    private func readResult(_ text: String?, _ kind: TestKind) throws(BadLine) -> TestResultCode {
        let outcome = TestOutcome.words.first { $0.word == text?.lowercased() }?.outcome
        let code =
            outcome.map { TestResultCode(kind: kind, outcome: $0) }
            ?? text.flatMap { Int($0) }.flatMap(TestResultCode.init(code:))
        guard let code, code.kind == kind, kind.sentOutcomes.contains(code.outcome) else {
            throw BadLine(.result)
        }
        return code
    }

    private func readIdentifiers(_ fields: [String], _ kind: TestKind) throws(BadLine) -> [SentIdentifier] {
        let (text, birthDate) = (columns.field(.code, in: fields) ?? "", columns.field(.birthDate, in: fields))
        guard kind == .pcr else {
            guard let identifier = SentIdentifier(rapidTest: text) else {
                throw BadLine(.rapidCode)
            }
            guard birthDate == nil else {
                throw BadLine(.birthDateOfRapidTest)
            }
            return [identifier]
        }
        guard let code = TestCode(scanned: text) else {
            throw BadLine(.code)
        }
        guard stacks?.contains(TestIdentifier(hashing: code)) != false else {
            throw BadLine(.notInStacks)
        }
        guard let birthDate else {
            return [SentIdentifier(hashing: code)]
        }
        guard let day = CalendarDay(iso: birthDate), Self.firstBirthDay <= day, day <= now.utcDay else {
            throw BadLine(.birthDate)
        }
        return [SentIdentifier(hashing: code), SentIdentifier(hashing: code, birthDate: day)]
    }

    private func readSample(_ text: String?) throws(BadLine) -> Int? {
        guard let text else {
            return nil
        }
        guard let time = SampleTime.read(text), CoronaWarnLimits.sampleCollection.contains(Int(time.seconds)) else {
            throw BadLine(.sampleTime)
        }
        guard time.seconds(since: now) <= Self.clockDifference else {
            throw BadLine(.sampleInFuture)
        }
        return Int(time.seconds)
    }

    /// Seconds that the clock of the laboratory's system may be ahead.
    private static let clockDifference: Int64 = 3600
    private static let firstBirthDay = CalendarDay(daysSinceEpoch: -25_567)  // 1900-01-01
}

extension TestKind {
    /// The names of kinds in files and commands: those of the contract's routes.
    public static let fileNames: [(name: String, kind: TestKind)] = [
        ("pcr", .pcr), ("quicktest", .rapid), ("pocnat", .pointOfCare),
    ]

    public init?(fileName: String) {
        guard let kind = Self.fileNames.first(where: { $0.name == fileName.lowercased() })?.kind else {
            return nil
        }
        self = kind
    }

    public var fileName: String { Self.fileNames.first { $0.kind == self }?.name ?? "" }
}

extension TestOutcome {
    /// The words of results in files.
    static let words: [(word: String, outcome: TestOutcome)] = [
        ("pending", .pending), ("negative", .negative), ("positive", .positive), ("invalid", .invalid),
    ]

    /// The word for the result in a preview.
    public var word: String { Self.words.first { $0.outcome == self }?.word ?? "redeemed" }
}
