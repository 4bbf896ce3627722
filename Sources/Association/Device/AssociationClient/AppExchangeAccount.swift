public import AssociationExchange
public import AssociationProtocol
import ClientKit
import ExposurePrimitives

/// The app as the account of its radio's exchanges: its keys, and its log.
///
/// Signals are collected in memory, because each change writes the app's whole file. A killed app loses those of the
/// last ``secondsBetweenWrites``.
public actor AppExchangeAccount: ExchangeAccount {
    private let app: AssociationApp
    /// Whether this run of the app may show the keys of an interval.
    private var claim: (interval: AssociationInterval, isGranted: Task<Bool, Never>)?
    /// The contacts of one interval, by the key of the other phone.
    private var contacts: [PublicAgreementKey: MeasuredContact] = [:]

    private struct MeasuredContact {
        let contact: ReceivedContact
        /// The time of the first signal.
        var start: UnixTime
        var samples: [RSSISample]
        var written: UnixTime
        /// Whether there are samples that the log does not have.
        var hasNews = false
    }

    public init(_ app: AssociationApp) {
        self.app = app
    }

    /// - Returns: nil also if the app was started again in this interval: its radio has another address then, and the
    ///   same key at two addresses would link them.
    public func credentials(in interval: AssociationInterval) async -> ExchangeCredentials? {
        await endIntervals(before: interval)
        guard let parts = await app.exchangeParts(), parts.issuer.interval == interval, await mayShow(interval) else {
            return nil
        }
        return try? parts.credentials
    }

    private func mayShow(_ interval: AssociationInterval) async -> Bool {
        if let claim, claim.interval == interval {
            return await claim.isGranted.value
        }
        let isGranted = Task { await app.takes(.show(interval)) }
        claim = (interval, isGranted)
        return await isGranted.value
    }

    /// - Throws: `notKept` if the record is not in the app's file, for example because the log has no room.
    public func keep(_ record: IssuedTicketRecord, from side: ExchangeSide) async throws {
        guard await app.takes(.issued(record, from: side)) else {
            throw AppLogError.notKept
        }
    }

    /// - Throws: `notKept` if the contact is not in the app's file.
    public func keep(_ contact: ReceivedContact, signals: [ExchangeSignal]) async throws {
        let start = signals.map(\.time).min() ?? contact.time
        let samples = signals.compactMap { $0.sample(since: start) }.sorted { $0.second < $1.second }
        // Signals that come while the file is written count too.
        contacts[contact.peerKey] = MeasuredContact(
            contact: contact,
            start: start,
            samples: samples,
            written: contact.time
        )
        guard await app.takes(.received(contact, samples: samples)) else {
            contacts[contact.peerKey] = nil
            throw AppLogError.notKept
        }
    }

    public func note(
        _ signal: ExchangeSignal,
        of peerKey: PublicAgreementKey,
        in interval: AssociationInterval
    ) async {
        guard var contact = contacts[peerKey], contact.contact.ticket.interval == interval else {
            return
        }
        if contact.samples.isEmpty {
            contact.start = signal.time
        }
        guard let sample = signal.sample(since: contact.start),
            contact.samples.last.map({ $0.second < sample.second }) ?? true
        else {
            return
        }
        contact.samples.append(sample)
        contact.hasNews = true
        let isDue = signal.time.seconds(since: contact.written) >= Self.secondsBetweenWrites
        if isDue {
            contact.written = signal.time
            contact.hasNews = false
        }
        contacts[peerKey] = contact
        if isDue {
            await app.send(.received(contact.contact, samples: contact.samples))
        }
    }

    /// Writes what was measured in intervals that are over, and forgets it here.
    private func endIntervals(before interval: AssociationInterval) async {
        let ended = contacts.filter { $0.value.contact.ticket.interval < interval }
        for (key, contact) in ended {
            contacts[key] = nil
            if contact.hasNews {
                await app.send(.received(contact.contact, samples: contact.samples))
            }
        }
    }

    /// Seconds after which the log gets the signals of a contact that lasts.
    public static let secondsBetweenWrites: Int64 = 300
}

extension ExchangeSignal {
    /// Nil before `start`, and too long after it.
    fileprivate func sample(since start: UnixTime) -> RSSISample? {
        UInt16(exactly: time.seconds(since: start)).map { RSSISample(second: $0, rssi: rssi) }
    }
}

/// The reason why a ticket was not kept.
public enum AppLogError: Error {
    /// The log has no room, or the app's file could not be written.
    case notKept
}

extension AssociationApp {
    /// Sends an action of the radio.
    ///
    /// - Returns: whether it was taken, and is in the file. The keys of an interval are shown once, and the log may
    ///   have no room.
    fileprivate func takes(_ action: AppAction) async -> Bool {
        await container.send(action).contains(.taken)
    }
}
