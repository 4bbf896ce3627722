public import CoronaWarnAPI
public import ExposurePrimitives

extension LaboratoryResult {
    /// Reads one result as a person types it, by the rules for the lines of a file.
    ///
    /// - Parameters:
    ///   - code: the text of the sheet's QR code, or the code alone.
    ///   - birthDate: `YYYY-MM-DD`; empty without one.
    public static func read(
        code: String,
        result: String,
        birthDate: String,
        kind: TestKind,
        now: UnixTime
    ) -> Result<LaboratoryResult, BadLine> {
        guard let columns = ResultColumns(["code", "result", "birth_date"]) else {
            preconditionFailure("these columns are those of a file")
        }
        return ResultLineReader(columns: columns, kind: kind, stacks: nil, now: now).read([code, result, birthDate])
    }
}
