public import AssociationProtocol
import HeraldPayloads

/// The body of a signed request for attestations: the public identity keys of all intervals of the next day.
///
/// That day is the one after the day of the request's time in UTC, so the body does not name it.
public struct AttestationRequest: Hashable, Sendable {
    /// In the order of the day's intervals.
    public let keys: [PublicAgreementKey]

    /// - Throws: `wrongLength` unless there is one key for each of the day's ``AssociationLimits/identitiesPerDay``
    ///   intervals.
    public init(keys: [PublicAgreementKey]) throws(AssociationError) {
        guard keys.count == AssociationLimits.identitiesPerDay else {
            throw .wrongLength(keys.count)
        }
        self.keys = keys
    }

    /// 96 keys of 32 bytes.
    public var bytes: [UInt8] { keys.flatMap(\.bytes.bytes) }

    public init(parsing bytes: [UInt8]) throws(AssociationError) {
        var reader = ByteReader(bytes, failure: AssociationError.wrongLength(bytes.count))
        var keys: [PublicAgreementKey] = []
        for _ in 0..<AssociationLimits.identitiesPerDay {
            keys.append(try PublicAgreementKey(reader.readBytes(Bytes32.count)))
        }
        try reader.readEnd()
        try self.init(keys: keys)
    }
}

/// The answer to a request for attestations. A refusal has the same size.
public struct AttestationAnswer: Hashable, Sendable {
    /// In the order of the day's intervals; nil for a refusal.
    public let attestations: [IdentityAttestation]?

    /// - Throws: `wrongLength` unless there is one attestation for each of the day's
    ///   ``AssociationLimits/identitiesPerDay`` intervals.
    public init(attestations: [IdentityAttestation]) throws(AssociationError) {
        guard attestations.count == AssociationLimits.identitiesPerDay else {
            throw .wrongLength(attestations.count)
        }
        self.attestations = attestations
    }

    private init() {
        attestations = nil
    }

    public static let refused = AttestationAnswer()

    /// Version 1 ‖ 1 if granted ‖ 96 signatures of 64 bytes, or zeros.
    public var bytes: [UInt8] {
        let size = AssociationLimits.identitiesPerDay * IdentityAttestation.size
        let signatures = attestations?.flatMap(\.bytes) ?? [UInt8](repeating: 0, count: size)
        return [version, attestations == nil ? 0 : 1] + signatures
    }

    public init(parsing bytes: [UInt8]) throws(AssociationError) {
        var reader = ByteReader(bytes, failure: AssociationError.wrongLength(bytes.count))
        guard try reader.read(UInt8.self) == version else {
            throw .malformed
        }
        let isGranted = try reader.read(UInt8.self) == 1
        var attestations: [IdentityAttestation] = []
        for _ in 0..<AssociationLimits.identitiesPerDay {
            attestations.append(try IdentityAttestation(reader.readBytes(IdentityAttestation.size)))
        }
        try reader.readEnd()
        self = isGranted ? try AttestationAnswer(attestations: attestations) : .refused
    }
}
