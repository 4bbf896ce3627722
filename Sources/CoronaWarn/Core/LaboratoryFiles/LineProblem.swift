/// The reason why a line is not sent. It never has a part of the line.
public enum LineProblem: Hashable, Sendable {
    /// The number of fields or a quotation mark is wrong, or the line is no UTF-8 text.
    case malformed
    case unknownKind
    /// The code is not that of a sheet.
    case code
    /// The code is not the hash of a rapid test.
    case rapidCode
    case result
    case birthDate
    /// A rapid test has a birth date. Its hash already includes one.
    case birthDateOfRapidTest
    case sampleTime
    case sampleInFuture
    /// An earlier line is about the same test.
    case repeats(line: Int)
    /// No given manifest has the code.
    case notInStacks
    /// The server has a final result of the test that differs, or the test belongs to another laboratory.
    case conflict
    /// The server does not accept the line.
    case refused
}

extension LineProblem: CustomStringConvertible {
    public var description: String {
        switch self {
        case .malformed: "it does not have the fields of the first line"
        case .unknownKind: "kind is not pcr, quicktest or pocnat"
        case .code: "code is not 6-8-4-4-4-12 hexadecimal digits"
        case .rapidCode: "code is not the hash of a rapid test: 64 hexadecimal digits"
        case .result: "result is unknown for this kind of test"
        case .birthDate: "birth_date is not a past day YYYY-MM-DD"
        case .birthDateOfRapidTest: "birth_date is for PCR tests only"
        case .sampleTime: "sampled_at is not a time like 2026-11-20T08:30:00Z"
        case .sampleInFuture: "sampled_at is in the future"
        case .repeats(let line): "line \(line) is about the same test"
        case .notInStacks: "the code is in no given manifest"
        case .conflict: "the server has another final result of this test, or the test is another laboratory's"
        case .refused: "the server does not accept the line"
        }
    }
}
