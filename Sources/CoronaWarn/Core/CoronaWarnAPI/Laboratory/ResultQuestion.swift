import WireFormat

/// The body of a question for one result: the identifier of a test.
public struct ResultQuestion: Sendable {
    public let identifier: TestIdentifier

    public init(identifier: TestIdentifier) {
        self.identifier = identifier
    }

    /// Reads the question of the verification service (`/api/v1/app/result`), whose identifier is the stored one.
    public init(parsingApp body: [UInt8]) throws(CoronaWarnError) {
        try self.init(body) { TestIdentifier(codeOrBirthDate: $0) }
    }

    /// Reads the question of a laboratory for a test of `kind`, whose identifier is the laboratory's own.
    public init(parsing body: [UInt8], kind: TestKind) throws(CoronaWarnError) {
        try self.init(body) { TestIdentifier($0, sentFor: kind) }
    }

    private init(_ body: [UInt8], _ identifier: (String) -> TestIdentifier?) throws(CoronaWarnError) {
        guard let identifier = try JSONReader.text(of: "id", in: body).flatMap(identifier) else {
            throw .notCompliant
        }
        self.init(identifier: identifier)
    }

    public var exposedBody: [UInt8] {
        let value: JSONValue = ["id": .string(identifier.exposedText)]
        return value.encoded
    }
}
