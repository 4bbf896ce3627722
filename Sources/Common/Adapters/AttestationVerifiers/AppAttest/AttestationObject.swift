import DeviceAttestation

/// An attestation object, parsed and not yet verified.
struct AttestationObject {
    private(set) var chain: [[UInt8]] = []
    private(set) var authenticatorData: [UInt8] = []

    init(parsing bytes: [UInt8]) throws(AttestationRefusal) {
        guard bytes.count <= AttestationEvidence.maxSize else {
            throw .malformed
        }
        var reader = CBORReader(bytes[...])
        var names: Set<String> = []
        try reader.readMap { (reader, name) throws(AttestationRefusal) in
            names.insert(name)
            switch name {
            case "fmt":
                guard try reader.readText() == "apple-appattest" else {
                    throw .malformed
                }
            case "attStmt": chain = try Self.readStatement(&reader)
            case "authData": authenticatorData = try reader.readBytes()
            default: throw .malformed
            }
        }
        try reader.requireEnd()
        guard names == ["fmt", "attStmt", "authData"] else {
            throw .malformed
        }
    }

    /// Reads the statement and returns its certificates.
    ///
    /// The receipt beside them is for questions to Apple about the phone's past. We never ask them.
    private static func readStatement(_ reader: inout CBORReader) throws(AttestationRefusal) -> [[UInt8]] {
        var chain: [[UInt8]] = []
        try reader.readMap { (reader, name) throws(AttestationRefusal) in
            switch name {
            case "x5c": chain = try reader.readByteStrings()
            case "receipt": try reader.skipString()
            default: throw .malformed
            }
        }
        return chain
    }
}
