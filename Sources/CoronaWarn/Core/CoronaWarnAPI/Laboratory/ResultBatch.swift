import WireFormat

/// The body of a laboratory's message: the results of tests of one kind.
public struct ResultBatch: Sendable {
    public let kind: TestKind
    public let results: [Result]
    /// The name that the laboratory gives itself; nil if it gives none.
    public let laboratoryID: LaboratoryID?

    /// The result of one test.
    public struct Result: Equatable, Sendable {
        public let identifier: TestIdentifier
        public let outcome: TestOutcome
        /// When the sample was taken, in seconds since 1970; nil means now.
        public let sampleCollection: Int?

        public init(identifier: TestIdentifier, outcome: TestOutcome, sampleCollection: Int? = nil) {
            self.identifier = identifier
            self.outcome = outcome
            self.sampleCollection = sampleCollection
        }
    }

    /// - Parameter results: one for each test.
    public init(kind: TestKind, results: [Result], laboratoryID: LaboratoryID? = nil) {
        self.kind = kind
        self.results = results
        self.laboratoryID = laboratoryID
    }

    /// Reads a body and checks every line. One bad line refuses the batch.
    ///
    /// The same test twice in one batch is a bad line, because the order of lines has no meaning.
    public init(parsing body: [UInt8], kind: TestKind) throws(ResultBatchError) {
        var lines: [ResultLine]?
        var laboratoryID: LaboratoryID?
        do throws(JSONError) {
            var reader = JSONReader(body)
            try reader.readObject { reader, name throws(JSONError) in
                switch name {
                case "testResults": lines = try reader.readResultLines(kind)
                case "labId": laboratoryID = try reader.readLaboratoryID()
                default: _ = try reader.readValue()
                }
            }
            try reader.readEnd()
        } catch {
            throw .malformed
        }
        guard let lines, !lines.isEmpty else {
            throw .malformed
        }
        var seen: Set<TestIdentifier> = []
        let results = lines.map { line in line.result.flatMap { seen.insert($0.identifier).inserted ? $0 : nil } }
        let bad = results.indices.filter { results[$0] == nil }
        guard bad.isEmpty else {
            throw .badLines(bad.map { $0 + 1 })
        }
        self.kind = kind
        self.results = results.compactMap(\.self)
        self.laboratoryID = laboratoryID
    }
}

/// The name that a laboratory gives itself: up to 64 printable ASCII characters without `"` and `\`, so that its size
/// in an answer is known.
public struct LaboratoryID: Hashable, Sendable {
    public let text: String

    public init?(_ text: String) {
        guard text.utf8.count <= CoronaWarnLimits.laboratoryID,
            text.utf8.allSatisfy({ (0x20...0x7E).contains($0) && !#""\"#.utf8.contains($0) })
        else {
            return nil
        }
        self.text = text
    }
}

/// The reason why a laboratory's message is refused. It names lines by their numbers, and never an identifier.
public enum ResultBatchError: Error, Hashable, Sendable {
    /// The body is no batch at all, or has no or too many results.
    case malformed
    /// The lines with these numbers, counted from 1, are not valid.
    case badLines([Int])

    /// The body of the answer: `{"badLines":[2,5]}`; empty for a malformed message.
    public var body: [UInt8] {
        switch self {
        case .malformed: return []
        case .badLines(let numbers):
            let value: JSONValue = ["badLines": .array(numbers.map { .integer($0) })]
            return value.encoded
        }
    }
}

/// One element of a batch; a bad one has no result.
private struct ResultLine {
    let result: ResultBatch.Result?
}

extension JSONReader {
    /// Reads a name of a laboratory, or `null` as nil.
    mutating func readLaboratoryID() throws(JSONError) -> LaboratoryID? {
        guard let text = try readOptionalString() else {
            return nil
        }
        guard let identifier = LaboratoryID(text) else {
            throw .notCompliant
        }
        return identifier
    }

    /// Reads the results. Well-formed JSON that is no result becomes a bad line, so that all bad lines can be named.
    fileprivate mutating func readResultLines(_ kind: TestKind) throws(JSONError) -> [ResultLine] {
        var lines: [ResultLine] = []
        try readArray { reader throws(JSONError) in
            guard lines.count < CoronaWarnLimits.resultCount else {
                throw .outOfRange
            }
            lines.append(ResultLine(result: ResultBatch.Result(try reader.readValue(), kind: kind)))
        }
        return lines
    }
}

extension ResultBatch.Result {
    /// Nil if `line` is not valid.
    fileprivate init?(_ line: JSONValue, kind: TestKind) {
        guard case .string(let identifier)? = line["id"],
            let identifier = TestIdentifier(identifier, sentFor: kind),
            let code = line["result"].flatMap(Self.integer).flatMap(TestResultCode.init(code:)),
            code.kind == kind, kind.sentOutcomes.contains(code.outcome)
        else {
            return nil
        }
        let sample = line["sc"].flatMap { $0 == .null ? nil : $0 }
        guard sample.map({ Self.integer($0).map(CoronaWarnLimits.sampleCollection.contains) == true }) != false else {
            return nil
        }
        self.init(identifier: identifier, outcome: code.outcome, sampleCollection: sample.flatMap(Self.integer))
    }

    /// An integer without fraction or exponent.
    private static func integer(_ value: JSONValue) -> Int? {
        guard case .number(let text) = value else {
            return nil
        }
        return Int(text)
    }
}

extension TestIdentifier {
    /// The stored identifier of the one that a laboratory sends for a kind of test.
    init?(_ text: String, sentFor kind: TestKind) {
        if kind == .pcr {
            self.init(codeOrBirthDate: text)
        } else {
            self.init(rapidTest: text)
        }
    }
}
