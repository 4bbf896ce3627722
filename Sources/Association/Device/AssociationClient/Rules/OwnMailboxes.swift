import AssociationProtocol
import ExposurePrimitives

/// The handles under which boxes for this phone would be published: one for each ticket that it issued.
struct OwnMailboxes: Sendable {
    /// A phone may have had two tickets of an interval, of which only the second has a measurement.
    private let mailboxes: [MailboxHandle: [Mailbox]]
    private let log: ContactLog

    private struct Mailbox: Sendable {
        let record: IssuedTicketRecord
        let secret: LocalDaySecret
        let key: SessionKey
    }

    init(_ log: ContactLog) {
        self.log = log
        var mailboxes: [MailboxHandle: [Mailbox]] = [:]
        for stored in log.issued {
            if let record = try? stored.record, let secret = log.secret(of: record.interval.day),
                let key = try? record.grantingSessionKey(secret: secret)
            {
                let handle = MailboxHandle(grantingSessionKey: key, in: record.interval)
                mailboxes[handle, default: []].append(Mailbox(record: record, secret: secret, key: key))
            }
        }
        self.mailboxes = mailboxes
    }

    /// The contact in a published box; nil if it is for another phone, or if anything in it is untrue.
    func exposure(in published: MailboxRecord) -> StoredExposure? {
        mailboxes[published.handle]?.lazy.compactMap { exposure(in: published, $0) }.first
    }

    private func exposure(in published: MailboxRecord, _ mailbox: Mailbox) -> StoredExposure? {
        guard
            let contents = try? MailboxContents(
                opening: published.box,
                under: mailbox.key,
                profile: mailbox.record.profile
            ),
            contents.myClientID == mailbox.record.receiver, Self.isIn(mailbox.record.interval, contents.timeReceived),
            mailbox.record.confirms(contents.ticketHandle, secret: mailbox.secret)
        else {
            return nil
        }
        let measurement = ContactMeasurement(contents.details).weakened(
            by: observation(of: mailbox.record),
            reporterPower: contents.details.transmitPower
        )
        return StoredExposure(handle: published.handle, interval: mailbox.record.interval, measurement: measurement)
    }

    /// The mean in dBm.
    private static func strength(_ measurement: ContactMeasurement) -> Int8 {
        measurement.meanAttenuation.map { Int8(clamping: -$0) }
            ?? IssuerObservation.none.rssi
    }

    private static func isIn(_ interval: AssociationInterval, _ time: UnixTime) -> Bool {
        let tolerance = ContactValidator.tolerance
        let first = interval.start.advanced(bySeconds: -tolerance)
        return (first..<interval.end.advanced(bySeconds: tolerance)).contains(time)
    }

    /// This phone's own measurement of the reporting phone; nil if it has no ticket of it.
    private func observation(of record: IssuedTicketRecord) -> IssuerObservation? {
        for contact in log.contacts where contact.interval == record.interval {
            if let draft = try? contact.draft, draft.observedClientID == record.receiver {
                return try? IssuerObservation(
                    rssi: Self.strength(ContactMeasurement(draft.details)),
                    district: IssuerObservation.none.district,
                    transmitPower: draft.details.transmitPower
                )
            }
        }
        return nil
    }
}
