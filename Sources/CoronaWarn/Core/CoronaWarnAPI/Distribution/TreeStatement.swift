public import ExposurePrimitives
import WireFormat

/// The signed statement beside an index or configuration (`NAME.sig`): what the file is, and since when.
///
/// A signature in headers would not survive every CDN. A phone accepts either.
public struct TreeStatement: Hashable, Sendable {
    /// The path of the file, so that no file can stand for another.
    public let path: TreePath
    public let created: UnixTime
    /// Grows with each statement about a path, so that a phone notices an old file.
    public let sequence: Int64
    /// The SHA-256 of the file: 32 bytes.
    public let digest: [UInt8]
    /// The hours of an index of hours that have no keys: phones need not download them.
    public let emptyHours: [Int]

    public init(path: TreePath, created: UnixTime, sequence: Int64, digest: [UInt8], emptyHours: [Int] = []) {
        self.path = path
        self.created = created
        self.sequence = sequence
        self.digest = digest
        self.emptyHours = emptyHours.sorted()
    }

    /// The bytes under the signature: the statement as JSON without white space, after a line that no other signed
    /// message of ours begins with.
    public var signedBytes: [UInt8] {
        Array("avviso-tree-statement-1\n".utf8) + JSONValue.object(members).encoded
    }

    /// The file.
    ///
    /// - Parameters:
    ///   - keyID: the name of the key.
    ///   - signature: ECDSA with SHA-256 over ``signedBytes``, as r‖s.
    public func file(keyID: String, signature: [UInt8]) -> [UInt8] {
        let more: [JSONValue.Member] = [
            .init(name: "keyId", value: .string(keyID)),
            .init(name: "signature", value: .string(Base64.encode(signature))),
        ]
        return JSONValue.object(members + more).encoded
    }

    private var members: [JSONValue.Member] {
        [
            .init(name: "path", value: .string(path.path)),
            .init(name: "created", value: .integer(created.seconds)),
            .init(name: "sequence", value: .integer(sequence)),
            .init(name: "digest", value: .string(Base64.encode(digest))),
            .init(name: "emptyHours", value: .array(emptyHours.map { .integer($0) })),
        ]
    }
}

/// A statement with its signature, as a phone reads it. Whether the signature holds is not known yet.
public struct SignedTreeStatement: Hashable, Sendable {
    public let statement: TreeStatement
    public let keyID: String
    /// r‖s, 64 bytes.
    public let signature: [UInt8]

    public init(parsing file: [UInt8]) throws(CoronaWarnError) {
        var members = TreeStatementMembers()
        do throws(JSONError) {
            var reader = JSONReader(file)
            try reader.readObject { reader, name throws(JSONError) in try members.read(name, from: &reader) }
            try reader.readEnd()
        } catch {
            throw .notCompliant
        }
        guard let path = members.path, let created = members.created, let sequence = members.sequence,
            let digest = members.digest, digest.count == 32, let keyID = members.keyID,
            let signature = members.signature, signature.count == 64, path.hasStatement
        else {
            throw .notCompliant
        }
        statement = TreeStatement(
            path: path,
            created: UnixTime(Int64(created)),
            sequence: Int64(sequence),
            digest: digest,
            emptyHours: members.emptyHours
        )
        self.keyID = keyID
        self.signature = signature
    }
}

/// The members of a statement as they are read, in any order.
private struct TreeStatementMembers {
    var path: TreePath?
    var created, sequence: Int?
    var digest, signature: [UInt8]?
    var keyID: String?
    var emptyHours: [Int] = []

    mutating func read(_ name: String, from reader: inout JSONReader) throws(JSONError) {
        switch name {
        case "path": path = TreePath(path: try reader.readString())
        case "created": created = try reader.readInteger(in: 0...Int.max)
        case "sequence": sequence = try reader.readInteger(in: 0...Int.max)
        case "digest": digest = Base64.decode(try reader.readString())
        case "signature": signature = Base64.decode(try reader.readString())
        case "keyId": keyID = try reader.readString()
        case "emptyHours": emptyHours = try reader.readEmptyHours()
        default: _ = try reader.readValue()
        }
    }
}

extension JSONReader {
    fileprivate mutating func readEmptyHours() throws(JSONError) -> [Int] {
        var hours: [Int] = []
        try readArray { reader throws(JSONError) in
            let hour = try reader.readInteger(in: TreePath.hoursOfDay)
            guard hours.last.map({ $0 < hour }) != false else {
                throw .notCompliant
            }
            hours.append(hour)
        }
        return hours
    }
}
