public import AssociationProtocol
public import ExposurePrimitives
public import HeraldPayloads

/// A phone's request for an account.
public struct RegistrationRequest: Hashable, Sendable {
    /// Made for this registration alone, the same at each attempt, and erased after the answer.
    public let phoneKey: PublicAgreementKey
    public let jurisdiction: Jurisdiction
    public let district: PostalDistrict
    /// The proof that a person or a device is behind the request.
    public let proof: [UInt8]

    /// - Throws: `wrongLength` for a proof of more than ``AssociationLimits/maxProofSize`` bytes.
    public init(
        phoneKey: PublicAgreementKey,
        jurisdiction: Jurisdiction,
        district: PostalDistrict,
        proof: [UInt8]
    ) throws(AssociationError) {
        guard proof.count <= AssociationLimits.maxProofSize else {
            throw .wrongLength(proof.count)
        }
        self.phoneKey = phoneKey
        self.jurisdiction = jurisdiction
        self.district = district
        self.proof = proof
    }

    /// Bytes of a request, without a proof and with the longest.
    public static let sizes = 43...(43 + AssociationLimits.maxProofSize)

    /// Version 1 ‖ key 32 ‖ country 2 ‖ state 2 ‖ district 4 ‖ proof behind two bytes of length.
    public var bytes: [UInt8] {
        [version] + phoneKey.bytes.bytes + [UInt8](jurisdiction.country) + [UInt8](jurisdiction.state)
            + district.bytes + [UInt8](UInt16(clamping: proof.count)) + proof
    }

    public init(parsing bytes: [UInt8]) throws(AssociationError) {
        var reader = ByteReader(bytes, failure: AssociationError.wrongLength(bytes.count))
        guard try reader.read(UInt8.self) == version else {
            throw .malformed
        }
        let phoneKey = try PublicAgreementKey(reader.readBytes(Bytes32.count))
        let country = try reader.read(UInt16.self)
        let jurisdiction = Jurisdiction(country: country, state: try reader.read(UInt16.self))
        guard let district = PostalDistrict(bytes: try reader.readBytes(PostalDistrict.maxLength)) else {
            throw .malformed
        }
        let proof = try reader.readBytes(Int(try reader.read(UInt16.self)))
        try reader.readEnd()
        try self.init(phoneKey: phoneKey, jurisdiction: jurisdiction, district: district, proof: proof)
    }
}

/// The authority's answer to a registration.
public struct RegistrationAnswer: Hashable, Sendable {
    public let registration: RegistrationID
    /// The day of the first chain key.
    public let firstDay: CalendarDay

    public init(registration: RegistrationID, firstDay: CalendarDay) {
        self.registration = registration
        self.firstDay = firstDay
    }

    /// Version 1 ‖ RegistrationID 16 ‖ days since 1970 4.
    public var exposedBytes: [UInt8] {
        [version] + registration.exposedBytes + [UInt8](UInt32(clamping: firstDay.daysSinceEpoch))
    }

    public init(parsing bytes: [UInt8]) throws(AssociationError) {
        var reader = ByteReader(bytes, failure: AssociationError.wrongLength(bytes.count))
        guard try reader.read(UInt8.self) == version,
            let registration = Bytes16(try reader.readBytes(Bytes16.count))
        else {
            throw .malformed
        }
        self.registration = RegistrationID(registration)
        firstDay = CalendarDay(daysSinceEpoch: Int(try reader.read(UInt32.self)))
        try reader.readEnd()
    }
}

/// The version of all messages.
let version: UInt8 = 1
