import AssociationAPI
import AssociationPorts
import AssociationProtocol
import ExposurePrimitives
import HeraldPayloads

/// The steps 4 to 10 of the validation for the records of one batch (specification 1.12).
struct ReportValidation: Sendable {
    let stores: AssociationStoreSet
    let provisional: ProvisionalIndexes
    /// The account that proved to be the sender.
    let reporter: Account
    /// The days on which the person was infectious.
    let window: ClosedRange<CalendarDay>
    let receiptTime: UnixTime

    /// This authority, and those with which there is an agreement.
    let places: ForwardingPlaces
    let form: ReportForm

    /// The contacts that hold, and the reasons why the others do not.
    struct Outcome: Sendable {
        var contacts: [CheckedContact] = []
        /// Contacts whose issuer's authority has to do the other steps.
        var foreign: [ForeignContact] = []
        /// Boxes of a private report. Only the phones that they are for can open and validate them.
        var boxes: [MailboxRecord] = []
        var refusals: [ValidationRefusal] = []
    }

    func check(_ records: [UploadRecord]) async throws -> Outcome {
        var outcome = Outcome()
        let events = divide(records, &outcome)
        var own: [ContactEventDetails] = []
        let known = KnownAccount(reporter, times: times)
        for event in events {
            do throws(ValidationRefusal) {
                try checkReporter(of: event.claim, known)
                if let destination = try places.destination(of: event.details) {
                    outcome.foreign.append(foreign(event, to: destination))
                } else {
                    own.append(event)
                }
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

    /// The contacts to validate. Boxes go into the outcome, and records of the other form are refused.
    private func divide(_ records: [UploadRecord], _ outcome: inout Outcome) -> [ContactEventDetails] {
        var events: [ContactEventDetails] = []
        for record in records {
            switch (record, form) {
            case (.padding, _): break
            case (.contact(let event), .validated): events.append(event)
            case (.mailbox(let record), .private) where record.box.count == MailboxRecord.boxSize:
                outcome.boxes.append(record)
            case (.contact, .private), (.mailbox, _): outcome.refusals.append(.otherForm)
            }
        }
        return events
    }

    private func foreign(_ event: ContactEventDetails, to destination: Jurisdiction) -> ForeignContact {
        ForeignContact(
            destination: destination,
            ticket: TicketMark(hashing: event.claim.ticket),
            contact: ForwardedContact(event, received: receiptTime)
        )
    }

    /// Steps 6 to 10.
    private func check(
        _ event: ContactEventDetails,
        issuer: KnownAccount?
    ) throws(ValidationRefusal) -> CheckedContact {
        guard issuer?.registration != reporter.registration else {
            throw .ownContact
        }
        return try TicketCheck(receiptTime: receiptTime).check(
            event.claim,
            issuer: issuer,
            measured: ContactMeasurement(event.details),
            power: event.details.transmitPower,
            handle: event.details.ticketHandle
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
