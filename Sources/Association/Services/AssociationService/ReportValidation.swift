import AssociationAPI
import AssociationProtocol
import AssociationStores
import Crypto
import ExposurePrimitives

/// The steps 4 to 10 of the validation for the records of one batch (specification 1.12).
struct ReportValidation: Sendable {
    let stores: AssociationStoreSet
    let provisional: ProvisionalIndexes
    /// The account that proved to be the sender.
    let reporter: Account
    /// The days on which the person was infectious.
    let window: ClosedRange<CalendarDay>
    let receiptTime: UnixTime

    /// The contacts that hold, and the reasons why the others do not.
    struct Outcome: Sendable {
        var contacts: [CheckedContact] = []
        var refusals: [ValidationRefusal] = []
    }

    func check(_ records: [UploadRecord]) async throws -> Outcome {
        var outcome = Outcome()
        let events = records.compactMap { record in
            if case .contact(let event) = record { event } else { nil }
        }
        var own: [ContactEventDetails] = []
        let known = KnownAccount(reporter, times: times)
        for event in events {
            do throws(ValidationRefusal) {
                try checkReporter(of: event.claim, known)
                own.append(event)
            } catch {
                outcome.refusals.append(error)
            }
        }
        let search = IssuerSearch(stores: stores, provisional: provisional, times: times)
        let issuers = try await search.issuers(of: own.map(\.claim))
        for (event, issuer) in zip(own, issuers) {
            do throws(ValidationRefusal) {
                outcome.contacts.append(try check(event, issuer: issuer))
            } catch {
                outcome.refusals.append(error)
            }
        }
        return outcome
    }

    /// Steps 4 and 5.
    private func checkReporter(of claim: ContactClaim, _ known: KnownAccount?) throws(ValidationRefusal) {
        try validator.checkTime(of: claim, within: times)
        guard let known else {
            throw .notYourID
        }
        try validator.checkUploader(of: claim, keys: known.keys)
    }

    /// Steps 6 to 10.
    private func check(
        _ event: ContactEventDetails,
        issuer: KnownAccount?
    ) throws(ValidationRefusal) -> CheckedContact {
        guard let issuer else {
            throw .unknownIssuer
        }
        guard issuer.registration != reporter.registration else {
            throw .ownContact
        }
        let ticket = try validator.openTicket(of: event.claim, issuer: issuer.keys)
        _ = try validator.checkAuthenticator(of: event.claim, under: ticket.sessionKey)
        return CheckedContact(
            edge: ContactEdge(
                issuer: issuer.registration,
                interval: ticket.interval,
                scans: ContactMeasurement(event.details, observation: ticket.observation).scans,
                handle: event.details.ticketHandle
            ),
            ticket: TicketMark(hashing: event.claim.ticket)
        )
    }

    private var validator: ContactValidator { ContactValidator(receiptTime: receiptTime) }

    /// The window, without days that are too long ago.
    private var times: ClosedRange<UnixTime> {
        let oldest = receiptTime.utcDay.advanced(byDays: -AssociationLimits.contactDays).startInUTC
        let end = window.upperBound.advanced(byDays: 1).startInUTC.advanced(bySeconds: -1)
        let start = max(window.lowerBound.startInUTC, oldest)
        return min(start, end)...end
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
