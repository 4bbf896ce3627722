import AssociationPorts
import AssociationProtocol
import Crypto
import ExposurePrimitives

/// The steps 6 to 10 of the validation, after the issuer was looked up: they are the same for a contact of this
/// authority's report and for one that another authority forwards.
struct TicketCheck: Sendable {
    /// When the first authority received the record.
    let receiptTime: UnixTime

    /// - Parameters:
    ///   - issuer: nil if no account had ObservedClientID.
    ///   - measured: by the reporting phone.
    ///   - power: the transmit power that it states.
    func check(
        _ claim: ContactClaim,
        issuer: KnownAccount?,
        measured: ContactMeasurement,
        power: Int8? = nil,
        handle: TicketHandle?
    ) throws(ValidationRefusal) -> CheckedContact {
        guard let issuer else {
            throw .unknownIssuer
        }
        let validator = ContactValidator(receiptTime: receiptTime)
        let ticket = try validator.openTicket(of: claim, issuer: issuer.keys)
        _ = try validator.checkAuthenticator(of: claim, under: ticket.sessionKey)
        return CheckedContact(
            edge: ContactEdge(
                issuer: issuer.registration,
                interval: ticket.interval,
                scans: measured.weakened(by: ticket.observation, reporterPower: power).scans,
                handle: handle
            ),
            ticket: TicketMark(hashing: claim.ticket)
        )
    }
}

extension TicketMark {
    init(hashing ticket: CTSTicket) {
        guard let digest = Bytes32(Array(SHA256.hash(data: ticket.bytes))) else {
            preconditionFailure("a digest of SHA-256 has 32 bytes")
        }
        self.init(digest)
    }
}
