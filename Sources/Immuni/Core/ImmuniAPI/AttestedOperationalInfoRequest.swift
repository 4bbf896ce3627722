public import ExposurePrimitives
public import WireFormat

/// The body of `POST /v1/analytics/google/operational-info`: Operational Info, and the proof that an Android phone with
/// our app sends it.
public struct AttestedOperationalInfoRequest: Sendable {
    public let info: OperationalInfoRequest
    /// 16 random bytes in base 64, new for each request.
    public let salt: SecretBytes
    public let attestation: SignedAttestation

    /// - Parameter salt: 16 random bytes.
    public init(info: OperationalInfoRequest, salt: Bytes16, attestation: SignedAttestation) {
        self.init(info: info, salt: SecretBytes(Base64.encode(salt.bytes).utf8), attestation: attestation)
    }

    private init(info: OperationalInfoRequest, salt: SecretBytes, attestation: SignedAttestation) {
        self.info = info
        self.salt = salt
        self.attestation = attestation
    }

    /// - Parameter today: the day in UTC.
    public init(parsing body: [UInt8], today: CalendarDay) throws(APIError) {
        var members = OperationalInfoMembers()
        var salt, text: SecretBytes?
        var kind = SignedAttestation.Kind.safetyNet
        do throws(JSONError) {
            var reader = JSONReader(body)
            try reader.readObject { reader, name throws(JSONError) in
                switch name {
                case "salt": salt = try reader.readSalt()
                case "signed_attestation": text = SecretBytes(try reader.readString().utf8)
                case "attestation_kind": kind = try reader.readAttestationKind()
                default: try members.read(name, from: &reader)
                }
            }
            try reader.readEnd()
            guard let salt, let attestation = text.flatMap({ SignedAttestation(kind: kind, text: $0) }) else {
                throw JSONError.wrongMembers
            }
            self.init(info: try members.request(today: today), salt: salt, attestation: attestation)
        } catch {
            throw .notCompliant
        }
    }

    /// The digest that the attestation must be made for.
    public var binding: [UInt8] {
        info.binding(salt: String(decoding: salt.exposedBytes, as: UTF8.self))
    }

    /// The body, for the phone. The kind is left out if it is the one that shipped apps send.
    public var exposedBody: [UInt8] {
        func text(_ bytes: SecretBytes) -> JSONValue { .string(String(decoding: bytes.exposedBytes, as: UTF8.self)) }
        var members = info.members
        members.append(JSONValue.Member(name: "salt", value: text(salt)))
        members.append(JSONValue.Member(name: "signed_attestation", value: text(attestation.text)))
        if attestation.kind != .safetyNet {
            members.append(JSONValue.Member(name: "attestation_kind", value: .string(attestation.kind.rawValue)))
        }
        return JSONValue.object(members).encoded
    }
}

extension JSONReader {
    fileprivate mutating func readSalt() throws(JSONError) -> SecretBytes {
        let (text, bytes) = try readBase64(AnalyticsLimits.saltLength)
        guard bytes.count == AnalyticsLimits.saltSize else {
            throw .outOfRange
        }
        return SecretBytes(text.utf8)
    }

    fileprivate mutating func readAttestationKind() throws(JSONError) -> SignedAttestation.Kind {
        guard let kind = SignedAttestation.Kind(rawValue: try readString()) else {
            throw .notCompliant
        }
        return kind
    }
}
