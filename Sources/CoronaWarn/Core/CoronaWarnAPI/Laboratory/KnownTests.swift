import WireFormat

/// The body of `POST /api/v1/app/known`: the tests that the verification service is about to forget.
public struct KnownTestsQuestion: Sendable {
    public let identifiers: [TestIdentifier]

    /// - Parameter identifiers: at most ``CoronaWarnLimits/knownTests``.
    public init(identifiers: [TestIdentifier]) {
        self.identifiers = identifiers
    }

    /// - Throws: `notCompliant` for any violation.
    public init(parsing body: [UInt8]) throws(CoronaWarnError) {
        identifiers = try JSONReader.identifiers(of: "ids", in: body)
    }

    public var exposedBody: [UInt8] { JSONValue.identifiers(identifiers, named: "ids").encoded }
}

/// The answer to a ``KnownTestsQuestion``: those of the tests of which a laboratory's result is stored.
public struct KnownTestsAnswer: Sendable {
    public let identifiers: [TestIdentifier]

    public init(identifiers: [TestIdentifier]) {
        self.identifiers = identifiers
    }

    /// - Throws: `notCompliant` for any violation.
    public init(parsing body: [UInt8]) throws(CoronaWarnError) {
        identifiers = try JSONReader.identifiers(of: "known", in: body)
    }

    public var exposedBody: [UInt8] { JSONValue.identifiers(identifiers, named: "known").encoded }
}

extension JSONValue {
    fileprivate static func identifiers(_ identifiers: [TestIdentifier], named name: String) -> JSONValue {
        .object([.init(name: name, value: .array(identifiers.map { .string($0.exposedText) }))])
    }
}

extension JSONReader {
    /// Reads the identifiers in the member `name` of an object. Other members are skipped.
    fileprivate static func identifiers(of name: String, in body: [UInt8]) throws(CoronaWarnError) -> [TestIdentifier] {
        var found: [TestIdentifier]?
        do throws(JSONError) {
            var reader = JSONReader(body)
            try reader.readObject { reader, member throws(JSONError) in
                if member == name {
                    found = try reader.readIdentifiers()
                } else {
                    _ = try reader.readValue()
                }
            }
            try reader.readEnd()
        } catch {
            throw .notCompliant
        }
        guard let found else {
            throw .notCompliant
        }
        return found
    }

    private mutating func readIdentifiers() throws(JSONError) -> [TestIdentifier] {
        var identifiers: [TestIdentifier] = []
        try readArray { reader throws(JSONError) in
            guard identifiers.count < CoronaWarnLimits.knownTests else {
                throw .outOfRange
            }
            guard let identifier = TestIdentifier(codeOrBirthDate: try reader.readString()) else {
                throw .notCompliant
            }
            identifiers.append(identifier)
        }
        return identifiers
    }
}
