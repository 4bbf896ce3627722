public import ExposurePrimitives
import HeraldPayloads

/// One contact in an upload (the page's ContactEventDetails): a claim and the measurements.
public struct ContactEventDetails: Hashable, Sendable {
    public let claim: ContactClaim
    public let details: RiskExposureDetails

    /// - Throws: `malformed` unless the claim has the digest of these details.
    public init(claim: ContactClaim, details: RiskExposureDetails) throws(AssociationError) {
        guard claim.detailsDigest == details.digest, details.bytes.count <= Self.maxDetailsSize else {
            throw .malformed
        }
        self.claim = claim
        self.details = details
    }

    public var profile: RadioProfile { claim.ticket.profile }

    /// The record: version ‖ profile ‖ time 8 ‖ MyClientID ‖ CTSTicket ‖ Authenticator ‖ ObservedClientID ‖ details,
    /// the last three of variable length behind two bytes of length.
    public var bytes: [UInt8] { bytes(authenticator: claim.authenticator.bytes) }

    /// The record with zeros for the authenticator. A right is bound to this, because an authenticator is made again
    /// for each upload.
    var bytesWithoutAuthenticator: [UInt8] {
        bytes(authenticator: [UInt8](repeating: 0, count: SealedAuthenticator.size))
    }

    private func bytes(authenticator: [UInt8]) -> [UInt8] {
        let head = [UploadRecord.version, profile.rawValue] + [UInt8](UInt64(clamping: claim.timeReceived.seconds))
        let ticket = Self.counted(claim.ticket.bytes) + Self.counted(authenticator)
        let tail = claim.observedClientID.exposedBytes + Self.counted(details.bytes)
        return head + claim.myClientID.exposedBytes + ticket + tail
    }

    private static func counted(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](UInt16(clamping: bytes.count)) + bytes
    }

    /// Reads what follows version and profile.
    init(reading reader: inout ByteReader<AssociationError>, profile: RadioProfile) throws(AssociationError) {
        func readCounted() throws(AssociationError) -> [UInt8] {
            try reader.readBytes(Int(try reader.read(UInt16.self)))
        }
        let seconds = try reader.read(UInt64.self)
        let myClientID = try ClientID(reader.readBytes(Bytes32.count))
        let ticket = try CTSTicket(readCounted())
        let authenticator = try SealedAuthenticator(readCounted())
        let observedClientID = try ClientID(reader.readBytes(Bytes32.count))
        let details = try RiskExposureDetails(parsing: readCounted())
        guard ticket.profile == profile, let time = Int64(exactly: seconds) else {
            throw .malformed
        }
        try self.init(
            claim: ContactClaim(
                timeReceived: UnixTime(time),
                myClientID: myClientID,
                ticket: ticket,
                authenticator: authenticator,
                observedClientID: observedClientID,
                detailsDigest: details.digest
            ),
            details: details
        )
    }

    /// The largest number in two bytes of length.
    public static let maxDetailsSize = Int(UInt16.max)
}

/// A contact as a phone keeps it until a report. Only its authenticator is missing.
public struct ContactDraft: Sendable {
    public let timeReceived: UnixTime
    public let myClientID: ClientID
    public let observedClientID: ClientID
    public let ticket: CTSTicket
    public let serverSessionKey: SessionKey
    public let details: RiskExposureDetails

    public init(
        timeReceived: UnixTime,
        myClientID: ClientID,
        observedClientID: ClientID,
        ticket: CTSTicket,
        serverSessionKey: SessionKey,
        details: RiskExposureDetails
    ) {
        self.timeReceived = timeReceived
        self.myClientID = myClientID
        self.observedClientID = observedClientID
        self.ticket = ticket
        self.serverSessionKey = serverSessionKey
        self.details = details
    }

    /// The record with an authenticator of this moment.
    public func authenticated(
        at moment: AuthenticatorMoment,
        sequence: UInt32,
        using generator: inout some RandomNumberGenerator
    ) throws(AssociationError) -> ContactEventDetails {
        try authenticated(at: moment, sequence: sequence, confounder: Bytes16.random(using: &generator))
    }

    func authenticated(
        at moment: AuthenticatorMoment,
        sequence: UInt32,
        confounder: Bytes16
    ) throws(AssociationError) -> ContactEventDetails {
        let digest = ContactClaim.eventDigest(
            timeReceived: timeReceived,
            myClientID: myClientID,
            ticket: ticket,
            observedClientID: observedClientID,
            detailsDigest: details.digest
        )
        let authenticator = Authenticator(clientID: myClientID, moment: moment, sequence: sequence, eventDigest: digest)
        let claim = ContactClaim(
            timeReceived: timeReceived,
            myClientID: myClientID,
            ticket: ticket,
            authenticator: try authenticator.sealed(under: serverSessionKey, confounder: confounder),
            observedClientID: observedClientID,
            detailsDigest: details.digest
        )
        return try ContactEventDetails(claim: claim, details: details)
    }
}
