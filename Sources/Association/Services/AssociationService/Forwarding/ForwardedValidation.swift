import AssociationAPI
import AssociationPorts
import AssociationProtocol
import ExposurePrimitives

/// The validation of contacts that another authority forwards. That one has done the steps 1 to 5, which need the
/// account that reported.
struct ForwardedValidation: Sendable {
    let stores: AssociationStoreSet
    let provisional: ProvisionalIndexes
    /// When the report came here.
    let arrival: UnixTime

    func check(_ contacts: [ForwardedContact]) async throws -> ReportValidation.Outcome {
        var outcome = ReportValidation.Outcome()
        var timely: [ForwardedContact] = []
        for contact in contacts {
            do throws(ValidationRefusal) {
                try checkTimes(of: contact)
                timely.append(contact)
            } catch {
                outcome.refusals.append(error)
            }
        }
        let search = IssuerSearch(stores: stores, provisional: provisional, times: times)
        let issuers = try await search.issuers(of: timely.map(\.claim))
        for (contact, issuer) in zip(timely, issuers) {
            do throws(ValidationRefusal) {
                let check = TicketCheck(receiptTime: contact.received)
                outcome.contacts.append(
                    try check.check(
                        contact.claim,
                        issuer: issuer,
                        measured: ContactMeasurement(contact.scans),
                        handle: contact.handle
                    )
                )
            } catch {
                outcome.refusals.append(error)
            }
        }
        return outcome
    }

    /// Step 4, as far as this authority knows the report: the infectious days are those of the other one. It received
    /// the record within the longest time that a report and its way here can take, and the contact was before.
    private func checkTimes(of contact: ForwardedContact) throws(ValidationRefusal) {
        guard (arrival.advanced(bySeconds: -Self.maxDelay)...latest).contains(contact.received) else {
            throw .outsideWindow
        }
        let validator = ContactValidator(receiptTime: contact.received)
        try validator.checkTime(of: contact.claim, within: times)
    }

    /// The times of contacts that can still warn somebody.
    private var times: ClosedRange<UnixTime> {
        arrival.utcDay.advanced(byDays: -AssociationLimits.contactDays).startInUTC...latest
    }

    /// Clocks differ.
    private var latest: UnixTime { arrival.advanced(bySeconds: ContactValidator.tolerance) }

    /// Seconds: the longest life of a right, within which the last batch of a report comes, an hour until the next run,
    /// and the time for which it is forwarded. A report that an operator held for longer is of no use any more.
    private static let maxDelay: Int64 = 10 * 86_400
}
