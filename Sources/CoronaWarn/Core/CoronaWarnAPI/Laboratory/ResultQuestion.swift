import WireFormat

/// The body of a question for one result: the identifier of a test.
public struct ResultQuestion: Sendable {
    public let identifier: TestIdentifier
    /// When the sample was taken, in seconds since 1970, for a test that is not known yet. Only a laboratory says it.
    public let sampleCollection: Int?

    public init(identifier: TestIdentifier, sampleCollection: Int? = nil) {
        self.identifier = identifier
        self.sampleCollection = sampleCollection
    }

    /// Reads the question of the verification service (`/api/v1/app/result`), whose identifier is the stored one.
    public init(parsingApp body: [UInt8]) throws(CoronaWarnError) {
        guard let identifier = try JSONReader.text(of: "id", in: body).flatMap(TestIdentifier.init(codeOrBirthDate:))
        else {
            throw .notCompliant
        }
        self.init(identifier: identifier)
    }

    /// Reads the question of a laboratory for a test of `kind`, whose identifier is the laboratory's own.
    public init(parsing body: [UInt8], kind: TestKind) throws(CoronaWarnError) {
        var identifier: String?
        var sampleCollection: Int?
        do throws(JSONError) {
            var reader = JSONReader(body)
            try reader.readObject { reader, name throws(JSONError) in
                switch name {
                case "id": identifier = try reader.readOptionalString()
                case "sc": sampleCollection = try reader.readSampleCollection()
                default: _ = try reader.readValue()
                }
            }
            try reader.readEnd()
        } catch {
            throw .notCompliant
        }
        guard let test = identifier.flatMap({ TestIdentifier($0, sentFor: kind) }) else {
            throw .notCompliant
        }
        self.init(identifier: test, sampleCollection: sampleCollection)
    }

    public var exposedBody: [UInt8] {
        let time = sampleCollection.map { JSONValue.Member(name: "sc", value: .integer($0)) }
        let members = [JSONValue.Member(name: "id", value: .string(identifier.exposedText))] + (time.map { [$0] } ?? [])
        return JSONValue.object(members).encoded
    }
}

extension JSONReader {
    /// Reads the time of a sample, or `null` as nil.
    fileprivate mutating func readSampleCollection() throws(JSONError) -> Int? {
        readNullIfPresent() ? nil : try readInteger(in: CoronaWarnLimits.sampleCollection)
    }
}
