package import DeviceAttestation

/// The first part of a key's statement (Web Authentication, section 6.1, as App Attest uses it).
package struct AuthenticatorData {
    /// SHA-256 of the app's identifier.
    let appDigest: [UInt8]
    let counter: UInt32
    /// The credential; only an attestation has one.
    let credential: Credential?

    struct Credential {
        /// The environment for which the key was made: development or production.
        let environment: [UInt8]
        let id: [UInt8]
        /// The public key in X9.62, uncompressed.
        let publicKey: [UInt8]
    }

    /// - Parameter hasCredential: true for an attestation, false for an assertion.
    ///
    /// The flags are not reliable. The flag for a credential is also set in assertions. The flag for extensions is
    /// clear even if they follow (since iOS 27).
    package init(parsing bytes: [UInt8], hasCredential: Bool) throws(AttestationRefusal) {
        guard bytes.count >= Self.headLength else {
            throw .malformed
        }
        appDigest = Array(bytes[..<32])
        counter = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
        var rest = bytes[Self.headLength...]
        if hasCredential {
            let environment = Array(rest.prefix(16))
            let idLength = rest.dropFirst(16).prefix(2).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(18)
            let id = Array(rest.prefix(idLength))
            guard environment.count == 16, id.count == idLength, idLength > 0 else {
                throw .malformed
            }
            var reader = CBORReader(rest.dropFirst(idLength))
            credential = Credential(environment: environment, id: id, publicKey: try Self.readKey(&reader))
            rest = reader.rest
        } else {
            credential = nil
        }
        try Self.requireExtensions(rest)
    }

    /// Reads a COSE key (RFC 9053 section 7.1): P-256, for ES256.
    private static func readKey(_ reader: inout CBORReader) throws(AttestationRefusal) -> [UInt8] {
        var numbers: [Int: Int] = [:]
        var coordinates: [Int: [UInt8]] = [:]
        try reader.readIntegerMap { (reader, name) throws(AttestationRefusal) in
            switch name {
            case 1, 3, -1: numbers[name] = try reader.readInteger()
            case -2, -3: coordinates[name] = try reader.readBytes()
            default: throw .malformed
            }
        }
        guard numbers == [1: 2, 3: -7, -1: 1], let x = coordinates[-2], let y = coordinates[-3], x.count == 32,
            y.count == 32
        else {
            throw .malformed
        }
        return [4] + x + y
    }

    /// Accepts nothing, or one map from names to byte strings or texts. No decision needs its content.
    private static func requireExtensions(_ bytes: ArraySlice<UInt8>) throws(AttestationRefusal) {
        guard !bytes.isEmpty else {
            return
        }
        var reader = CBORReader(bytes)
        try reader.readMap { (reader, _) throws(AttestationRefusal) in
            try reader.skipString()
        }
        try reader.requireEnd()
    }

    /// The size of digest, flags and counter.
    private static let headLength = 37
}
