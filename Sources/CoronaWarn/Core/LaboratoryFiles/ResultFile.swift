public import CoronaWarnAPI
public import ExposurePrimitives

/// A laboratory's file of results: a first line with the names of columns, and a line for each test.
///
/// A wrong line is kept with its problem, so that all problems can be told at once. Codes are hashed while the file is
/// read: nothing of this value has one.
public struct ResultFile: Sendable {
    public let lines: [Line]

    public struct Line: Sendable {
        /// The number of the line in the file, from 1. The names of columns are on line 1.
        public let number: Int
        public let content: Result<LaboratoryResult, BadLine>
    }

    /// - Parameters:
    ///   - kind: the kind of tests in a file without the column `kind`.
    ///   - stacks: the identifiers of the pre-printed sheets of the laboratory; nil if any sheet is right.
    ///   - now: samples and birth dates are not later.
    public init(
        parsing bytes: [UInt8],
        kind: TestKind,
        stacks: Set<TestIdentifier>? = nil,
        now: UnixTime
    ) throws(ResultFileError) {
        guard bytes.count <= Self.maxSize else {
            throw .tooLarge
        }
        let lines = DelimitedLines(bytes, maxLines: Self.maxLines + 1).lines
        guard let columns = lines.first.flatMap({ ResultColumns($0.fields ?? []) }) else {
            throw .noColumns
        }
        guard (lines.last?.number ?? 0) <= Self.maxLines else {
            throw .tooManyLines
        }
        let reader = ResultLineReader(columns: columns, kind: kind, stacks: stacks, now: now)
        var firstLines: [SentIdentifier: Int] = [:]
        self.lines = lines.dropFirst().map { line in
            var content = reader.read(line.fields)
            if case .success(let result) = content, let identifier = result.identifiers.first {
                if let earlier = firstLines[identifier] {
                    content = .failure(BadLine(.repeats(line: earlier)))
                } else {
                    firstLines[identifier] = line.number
                }
            }
            return Line(number: line.number, content: content)
        }
    }

    /// The lines that can be sent.
    public var good: [NumberedResult] {
        lines.compactMap { line in
            (try? line.content.get()).map { NumberedResult(line: line.number, result: $0) }
        }
    }

    /// The problems of the other lines, by their numbers.
    public var problems: [Int: LineProblem] {
        lines.reduce(into: [:]) { problems, line in
            if case .failure(let bad) = line.content {
                problems[line.number] = bad.problem
            }
        }
    }

    /// In bytes.
    public static let maxSize = 16 << 20
    /// The names of the columns included.
    public static let maxLines = 100_000
}

/// A result and the number of its line.
public struct NumberedResult: Sendable {
    public let line: Int
    public let result: LaboratoryResult

    public init(line: Int, result: LaboratoryResult) {
        self.line = line
        self.result = result
    }
}

/// A line that is not sent.
public struct BadLine: Error, Hashable, Sendable {
    public let problem: LineProblem

    init(_ problem: LineProblem) {
        self.problem = problem
    }
}

/// The reason why a whole file is refused. It never has a part of the file.
public enum ResultFileError: Error, Hashable, Sendable, CustomStringConvertible {
    case tooLarge
    case tooManyLines
    case noColumns

    public var description: String {
        switch self {
        case .tooLarge: "the file has more than \(ResultFile.maxSize >> 20) MiB"
        case .tooManyLines: "the file has more than \(ResultFile.maxLines) lines"
        case .noColumns:
            "the first line must name the columns: code and result, and birth_date, sampled_at and kind if they are used"
        }
    }
}
