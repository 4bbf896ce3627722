public import CoronaWarnAPI

/// Results as a page carries them from a preview to the form that sends them, so no server keeps them in between.
///
/// One line is `LINE_CODE_TIME_ID` or, with a birth date, `LINE_CODE_TIME_ID_ID`; the time may be missing. Full stops
/// are between lines. These characters keep their size in a form. It has hashes and never a code.
public enum CarriedResults {
    /// The text for a hidden field.
    public static func exposedText(of results: [NumberedResult]) -> String {
        results.map { numbered in
            let result = numbered.result
            let sample = result.sampleCollection.map(String.init) ?? ""
            let identifiers = result.identifiers.map(\.exposedText)
            return ([String(numbered.line), String(result.code.code), sample] + identifiers).joined(separator: "_")
        }.joined(separator: ".")
    }

    /// Nil for a text that is none of ours, and for more than `maxCount` results.
    public static func results(in text: String, maxCount: Int) -> [NumberedResult]? {
        let lines = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...maxCount).contains(lines.count) else {
            return nil
        }
        let results = lines.compactMap(result)
        return results.count == lines.count ? results : nil
    }

    private static func result(_ text: Substring) -> NumberedResult? {
        let fields = text.split(separator: "_", omittingEmptySubsequences: false)
        guard (4...5).contains(fields.count), let line = Int(fields[0]), (1...ResultFile.maxLines).contains(line),
            let code = Int(fields[1]).flatMap(TestResultCode.init(code:)),
            code.kind.sentOutcomes.contains(code.outcome), fields[2].isEmpty || sample(fields[2]) != nil,
            fields.count == 4 || code.kind == .pcr
        else {
            return nil
        }
        let identifiers = fields[3...].compactMap { SentIdentifier(carried: String($0)) }
        guard identifiers.count == fields.count - 3 else {
            return nil
        }
        return NumberedResult(
            line: line,
            result: LaboratoryResult(code: code, identifiers: identifiers, sampleCollection: sample(fields[2]))
        )
    }

    private static func sample(_ text: Substring) -> Int? {
        Int(text).flatMap { CoronaWarnLimits.sampleCollection.contains($0) ? $0 : nil }
    }
}

extension ResultMessage {
    /// The message as the server reads it; nil if the server would refuse it.
    public var batch: ResultBatch? {
        try? ResultBatch(parsing: exposedBody(laboratoryID: nil), kind: kind)
    }

    /// The lines that a refusal names by their places in the message, from 1.
    public func lines(at places: [Int]) -> Set<Int> {
        let owners = results.flatMap { numbered in numbered.result.identifiers.map { _ in numbered.line } }
        return Set(places.compactMap { owners.indices.contains($0 - 1) ? owners[$0 - 1] : nil })
    }
}
