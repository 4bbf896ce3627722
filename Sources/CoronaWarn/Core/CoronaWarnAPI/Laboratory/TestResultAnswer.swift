import WireFormat

/// A result with what is known beside it, as an answer to a phone or to another service.
public struct TestResultAnswer: Equatable, Sendable {
    /// The code as it is told: phones know 0…9.
    public let code: Int
    /// When the sample was taken, in seconds since 1970.
    public let sampleCollection: Int
    public let laboratoryID: LaboratoryID?
    /// The identifier of the test; only the internal answer has it.
    public let identifier: TestIdentifier?

    public init(
        code: Int,
        sampleCollection: Int,
        laboratoryID: LaboratoryID? = nil,
        identifier: TestIdentifier? = nil
    ) {
        self.code = code
        self.sampleCollection = sampleCollection
        self.laboratoryID = laboratoryID
        self.identifier = identifier
    }

    /// Reads an answer as the phone or the verification service gets it.
    public init(parsing body: [UInt8]) throws(CoronaWarnError) {
        var code, sampleCollection: Int?
        var laboratoryID: LaboratoryID?
        var identifier: String?
        do throws(JSONError) {
            var reader = JSONReader(body)
            try reader.readObject { reader, name throws(JSONError) in
                switch name {
                case "testResult": code = try reader.readInteger(in: TestResultCode.codes)
                case "sc": sampleCollection = try reader.readInteger(in: CoronaWarnLimits.sampleCollection)
                case "labId": laboratoryID = try reader.readLaboratoryID()
                case "testId": identifier = try reader.readOptionalString()
                default: _ = try reader.readValue()
                }
            }
            try reader.readEnd()
        } catch {
            throw .notCompliant
        }
        let test = identifier.map(TestIdentifier.init(codeOrBirthDate:))
        guard let code, let sampleCollection, test != .some(nil) else {
            throw .notCompliant
        }
        self.init(
            code: code,
            sampleCollection: sampleCollection,
            laboratoryID: laboratoryID,
            identifier: test.flatMap(\.self)
        )
    }

    /// The body for a phone, which has the size of all answers to phones. Sample time and laboratory are inside that
    /// size. The internal answer is the same with the identifier, and may be longer.
    public var paddedBody: [UInt8] { PaddedObject.answer(members) }

    /// The body for the verification service and for laboratories.
    public var exposedBody: [UInt8] { JSONValue.object(members).encoded }

    private var members: [JSONValue.Member] {
        let all: [(String, JSONValue?)] = [
            ("testResult", .integer(code)), ("sc", .integer(sampleCollection)),
            ("labId", laboratoryID.map { .string($0.text) }),
            ("testId", identifier.map { .string($0.exposedText) }),
        ]
        return all.compactMap { name, value in value.map { JSONValue.Member(name: name, value: $0) } }
    }
}
