import CoronaWarnAPI
import ExposurePrimitives
import LaboratoryFiles
import Localisation
import PortalSections
import WireFormat

/// An operator's input for one result.
struct ResultEntry: Sendable {
    let kind: TestKind
    let code: String
    let outcome: String
    let birthDate: String
    let result: Result<LaboratoryResult, BadLine>

    init(_ fields: FormFields?, now: UnixTime) {
        kind = TestKind(fileName: fields?["kind"] ?? "") ?? .pcr
        code = fields?["code"].filter { !$0.isWhitespace } ?? ""
        outcome = fields?["result"] ?? ""
        birthDate = fields?["birth-date"].filter { !$0.isWhitespace } ?? ""
        // A day in a form that no file has is still a day; anything else stays what it is, and is refused.
        result = LaboratoryResult.read(
            code: code,
            result: outcome,
            birthDate: TypedDay.day(in: birthDate).map { "\($0)" } ?? birthDate,
            kind: kind,
            now: now
        )
    }
}

/// What the page with the two forms of a laboratory shows.
struct LaboratoryForms {
    let laboratory: String
    var isStored = false
    var entry: ResultEntry?
    var problem: LineProblem?
    var fileFault: (any LocalisedText)?

    /// The problem of the result, if it is one of `problems`.
    func fault(among problems: Set<LineProblem>) -> (any LocalisedText)? {
        problem.flatMap { problems.contains($0) ? LineProblemText($0) : nil }
    }
}

/// The content of a file, before anything of it is sent.
struct ResultPreview {
    let laboratory: String
    let good: [NumberedResult]
    /// The problems of the other lines, by their numbers.
    let problems: [Int: LineProblem]

    /// How many results of each kind and outcome there are.
    var counts: [(code: TestResultCode, count: Int)] {
        let counts = good.reduce(into: [Int: Int]()) { $0[$1.result.code.code, default: 0] += 1 }
        return counts.sorted { $0.key < $1.key }.compactMap { code, count in
            TestResultCode(code: code).map { ($0, count) }
        }
    }

    static let resultsField = "results"
}

/// What became of results.
struct SentResults: Sendable {
    var stored = 0
    /// The refused lines.
    private(set) var refused: [Int: LineProblem] = [:]
    /// Those that were in a refused message, and are not stored because of others.
    private(set) var waiting: [NumberedResult] = []

    mutating func refuse(_ lines: Set<Int>, of message: ResultMessage, as problem: LineProblem) {
        for line in lines {
            refused[line] = problem
        }
        waiting += message.leavingOut(lines)?.results ?? []
    }
}
