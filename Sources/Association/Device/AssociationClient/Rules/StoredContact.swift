import AssociationExchange
import AssociationProtocol
import ExposurePrimitives
import HeraldPayloads

/// A ticket of another phone in the log, with everything that a report about it needs.
struct StoredContact: Codable, Hashable, Sendable {
    /// Time 8 ‖ own ClientID 32 ‖ other's ClientID 32 ‖ session key 16 ‖ size of the ticket 2 ‖ ticket ‖ details.
    private let content: StoredBytes
    let side: ExchangeSide
    /// For a box; nil where reports are no boxes.
    private let boxKey: BoxKey?

    private struct BoxKey: Codable, Hashable, Sendable {
        /// TGSSessionKey.
        let key: StoredBytes
        /// That of the ticket: it can come some minutes after its end.
        let interval: UInt32
    }

    /// - Parameters:
    ///   - samples: what this phone measured during the interval, at most ``maxSamples``; more are thinned out
    ///     evenly.
    ///   - transmitPower: this phone's, in dBm.
    ///   - isForBox: whether a report about it will be a box.
    init(
        _ contact: ReceivedContact,
        samples: [RSSISample],
        transmitPower: Int8,
        isForBox: Bool = false
    ) throws(AssociationError) {
        side = contact.side
        let ticket = contact.ticket
        let key = BoxKey(key: StoredBytes(ticket.grantingSessionKey.exposedBytes), interval: ticket.interval.number)
        boxKey = isForBox ? key : nil
        let entries: [TaggedValue]
        do throws(HeraldError) {
            let handle = try TaggedValue(code: RiskExposureDetails.Code.ticketHandle, value: ticket.handle.bytes)
            let place = [UInt8](ticket.jurisdiction.country) + [UInt8](ticket.jurisdiction.state)
            let authority = try TaggedValue(code: RiskExposureDetails.Code.jurisdiction, value: place)
            let power = try TaggedValue(
                code: RiskExposureDetails.Code.transmitPower,
                value: [UInt8(bitPattern: transmitPower)]
            )
            entries = try RSSISample.entries(of: Self.thinned(samples)) + [power, handle, authority]
        } catch {
            throw .malformed
        }
        let identifiers = contact.myClientID.exposedBytes + contact.observedClientID.exposedBytes
        let head = [UInt8](UInt64(clamping: contact.time.seconds)) + identifiers
        let sealed = [UInt8](UInt16(clamping: ticket.ticket.bytes.count)) + ticket.ticket.bytes
        content = StoredBytes(head + ticket.serverSessionKey.exposedBytes + sealed + RiskExposureDetails(entries).bytes)
    }

    /// When the ticket was received.
    var time: UnixTime {
        UnixTime(content.bytes.prefix(8).reduce(0) { $0 << 8 | Int64($1) })
    }

    var interval: AssociationInterval { AssociationInterval(clamping: time) }

    /// Whether both are the ticket of the same phone in the same interval.
    func isSameTicket(as other: StoredContact) -> Bool {
        interval == other.interval && identifiers == other.identifiers
    }

    private var identifiers: ArraySlice<UInt8> { content.bytes.dropFirst(8).prefix(2 * Bytes32.count) }

    /// The contact for a report.
    var draft: ContactDraft {
        get throws(AssociationError) {
            var reader = ByteReader(content.bytes, failure: AssociationError.wrongLength(content.bytes.count))
            _ = try reader.read(UInt64.self)
            let mine = try ClientID(reader.readBytes(Bytes32.count))
            let observed = try ClientID(reader.readBytes(Bytes32.count))
            let key = try SessionKey(SecretBytes(reader.readBytes(SessionKey.size)))
            let ticket = try CTSTicket(reader.readBytes(Int(try reader.read(UInt16.self))))
            return ContactDraft(
                timeReceived: time,
                myClientID: mine,
                observedClientID: observed,
                ticket: ticket,
                serverSessionKey: key,
                details: try RiskExposureDetails(parsing: reader.readRest())
            )
        }
    }

    /// Whether a report about it can be a box.
    var isForBox: Bool { boxKey != nil }

    /// The record of this contact in a report.
    ///
    /// - Parameter seed: for a box; nil for a contact that the authority validates.
    func record(
        seed: SecretBytes?,
        at moment: AuthenticatorMoment,
        sequence: UInt32,
        using generator: inout some RandomNumberGenerator
    ) throws(AssociationError) -> UploadRecord {
        guard let seed else {
            return .contact(try draft.authenticated(at: moment, sequence: sequence, using: &generator))
        }
        guard let box = try box(seed: seed) else {
            throw .malformed
        }
        return .mailbox(box)
    }

    /// The box of this contact in a report; nil for a contact that was noted for another kind of report.
    ///
    /// - Parameter seed: a secret of the report.
    private func box(seed: SecretBytes) throws(AssociationError) -> MailboxRecord? {
        guard let boxKey, let handle = try draft.details.ticketHandle else {
            return nil
        }
        let codes = [RiskExposureDetails.Code.rssiSeries, RiskExposureDetails.Code.transmitPower]
        let measured = try draft.details.entries.filter { codes.contains($0.code) }
        let contents = MailboxContents(
            timeReceived: time,
            myClientID: try draft.myClientID,
            details: RiskExposureDetails(measured),
            ticketHandle: handle
        )
        return try contents.padded().sealed(
            under: SessionKey(SecretBytes(boxKey.key.bytes)),
            in: AssociationInterval(boxKey.interval),
            seed: seed
        )
    }

    private static func thinned(_ samples: [RSSISample]) -> [RSSISample] {
        guard samples.count > maxSamples else {
            return samples
        }
        return (0..<maxSamples).map { samples[$0 * samples.count / maxSamples] }
    }

    /// One each 7.6 seconds. A record then has at most 752 bytes, so a report has room for 2560 of them.
    static let maxSamples = 119
}
