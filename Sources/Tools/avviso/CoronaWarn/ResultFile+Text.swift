import CoronaWarnAPI
import ExposurePrimitives
import LaboratoryFiles
import WireFormat

extension ResultFile {
    /// How many results of each kind the file has.
    var summary: String {
        let counts = good.reduce(into: [Int: Int]()) { $0[$1.result.code.code, default: 0] += 1 }
        let words = counts.sorted { $0.key < $1.key }.compactMap { code, count in
            TestResultCode(code: code).map { "\(count) \($0.kind.fileName) \($0.outcome.word)" }
        }
        let bad = problems.isEmpty ? [] : ["\(problems.count) bad"]
        let parts = words + bad
        return "\(lines.count) results" + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", "))
    }

    /// The preview for programs.
    var facts: JSONValue { ["lines": .array(lines.map(\.facts)), "bad": .integer(problems.count)] }
}

extension ResultFile.Line {
    /// The line in a preview. It has no code and no day of birth.
    var row: [String] {
        switch content {
        case .success(let result):
            [
                String(number), result.code.kind.fileName, result.code.outcome.word, result.sampleDay ?? "",
                result.identifiers.count > 1 ? "yes" : "", "ready",
            ]
        case .failure(let bad): [String(number), "", "", "", "", "bad: \(bad.problem)"]
        }
    }

    fileprivate var facts: JSONValue {
        switch content {
        case .success(let result):
            [
                "line": .integer(number), "kind": .string(result.code.kind.fileName),
                "result": .string(result.code.outcome.word),
                "sampled_on": result.sampleDay.map(JSONValue.string) ?? .null,
                "birth_date": .boolean(result.identifiers.count > 1),
            ]
        case .failure(let bad): ["line": .integer(number), "problem": .string(bad.problem.description)]
        }
    }
}

extension LaboratoryResult {
    /// The day of the sample in UTC.
    fileprivate var sampleDay: String? {
        sampleCollection.map { UnixTime(Int64($0)).utcDay.description }
    }
}
