public import AssociationProtocol
public import ExposurePrimitives
public import PhonePorts
import ProximityRadio

/// A phone that exchanges tickets with the phones around it, on a radio with connections.
///
/// It answers callers, and calls phones that it hears. Identity, ClientID and address belong together: a key is shown
/// under one address, and an address shows one key. If the address source does otherwise, the phone is silent.
public actor AssociationPeer: ConnectionPeer {
    public nonisolated let values: [ConnectionValue]
    private let profile: RadioProfile
    private let radio: any ConnectionRadio
    private let account: any ExchangeAccount
    private let addresses: any RadioAddressSource
    private let clock: any WallClock
    private let settings: ExchangeSettings
    private var generator: any RandomNumberGenerator & Sendable
    /// The present interval's, and before it the last one's until its key is erased.
    private var presences: [ExchangePresence] = []
    /// The address of the last presence, also after its key is erased.
    private var lastAddress: RadioAddress?

    /// - Parameters:
    ///   - profile: credentials of another profile are not used.
    ///   - generator: outside tests and simulations, a secure one.
    public init(
        profile: RadioProfile,
        radio: any ConnectionRadio,
        account: any ExchangeAccount,
        addresses: any RadioAddressSource,
        clock: any WallClock,
        settings: ExchangeSettings = ExchangeSettings(),
        using generator: any RandomNumberGenerator & Sendable
    ) {
        values = ExchangeValues.offered(profile)
        self.profile = profile
        self.radio = radio
        self.account = account
        self.addresses = addresses
        self.clock = clock
        self.settings = settings
        self.generator = generator
    }

    /// The key agreements that callers have caused in the present interval.
    package var agreementsForCallers: Int { presences.last?.responder.agreements ?? 0 }

    // MARK: - Presence

    /// The phone's own clock decides: keys and address must not disagree with it.
    public func advertise(at time: UnixTime) async -> Broadcast? {
        guard settings.canAdvertise, let presence = await currentPresence() else {
            return nil
        }
        return Broadcast(packet: ExchangeValues.packet, address: presence.address)
    }

    /// Nil while the phone takes no part.
    private func currentPresence() async -> ExchangePresence? {
        eraseExpired()
        let now = clock.now()
        let interval = AssociationInterval(clamping: now)
        // The account comes first. While the exchange is off, nothing else on the phone notices that it exists.
        guard let credentials = await account.credentials(in: interval) else {
            // Exchanges that have begun end, too.
            presences.removeAll()
            return nil
        }
        guard credentials.issuer.interval == interval, credentials.issuer.profile == profile,
            let address = await addresses.address(at: now)
        else {
            return nil
        }
        // Others may have come here while this waited.
        if let present = presences.first(where: { $0.interval == interval }) {
            return present.address == address ? present : nil
        }
        guard address != lastAddress, !presences.contains(where: { $0.interval > interval }),
            let presence = try? ExchangePresence(credentials, at: address, limits: settings.limits)
        else {
            return nil
        }
        presences.append(presence)
        lastAddress = address
        return presence
    }

    /// Erases the private keys of intervals that are over. Each use of the radio does so, too. While the radio is off,
    /// the rotation of the app has to call this.
    public func eraseExpired() {
        let now = clock.now()
        // After the clock was set far back, the phone does not wait until it is as late again.
        let latest = now.advanced(bySeconds: Self.maxSilence)
        presences.removeAll { now >= $0.credentials.issuer.identity.erasure || $0.interval.start > latest }
    }

    /// The intervals whose private keys are in memory.
    package var intervals: [AssociationInterval] { presences.map(\.interval) }

    /// Seconds for which a phone is silent at most, after its clock was set back.
    private static let maxSilence: Int64 = 3600

    private func index(of interval: AssociationInterval) -> Int? {
        presences.firstIndex { $0.interval == interval }
    }

    // MARK: - Answering

    public func read(
        _ value: ConnectionValueID,
        over connection: ConnectionID
    ) async throws(ConnectionRefusal) -> [UInt8] {
        do throws(ExchangeRefusal) {
            let present = await currentPresence()
            let index = try answeringIndex(over: connection, present: present)
            switch value {
            case ExchangeValues.identity: return try presences[index].responder.readIdentity(at: clock.now())
            case ExchangeValues.introduction:
                return try presences[index].responder.readSeal(over: connection, at: clock.now())
            case ExchangeValues.delivery: return try await readDelivery(at: index, over: connection)
            default: throw .malformed
            }
        } catch {
            throw ConnectionRefusal(error)
        }
    }

    public func accept(
        _ bytes: [UInt8],
        for value: ConnectionValueID,
        over connection: ConnectionID
    ) async throws(ConnectionRefusal) {
        do throws(ExchangeRefusal) {
            let present = await currentPresence()
            let (index, now) = (try answeringIndex(over: connection, present: present), clock.now())
            switch value {
            case ExchangeValues.introduction:
                try presences[index].responder.acceptIntroduction(bytes, over: connection, at: now)
            case ExchangeValues.delivery:
                var contact = try presences[index].responder.acceptDelivery(bytes, over: connection, at: now)
                let signals = presences[index].signals(of: contact.peerKey)
                contact.side = signals.isEmpty ? .answering : .calling
                try await keep(contact, signals: signals)
            default: throw .malformed
            }
        } catch {
            throw ConnectionRefusal(error)
        }
    }

    public func forget(_ connection: ConnectionID) {
        for index in presences.indices {
            presences[index].responder.forget(connection)
        }
    }

    /// The presence that answers over `connection`: the one to which the caller introduced itself, or the present one.
    /// It holds until the next suspension.
    private func answeringIndex(
        over connection: ConnectionID,
        present: ExchangePresence?
    ) throws(ExchangeRefusal) -> Int {
        if let begun = presences.firstIndex(where: { $0.responder.knows(connection) }) {
            return begun
        }
        guard let present, let index = index(of: present.interval) else {
            throw .notReady
        }
        return index
    }

    private func readDelivery(at index: Int, over connection: ConnectionID) async throws(ExchangeRefusal) -> [UInt8] {
        let observation = presences[index].credentials.observation(rssi: nil)
        let (bytes, record) = try presences[index].responder.readDelivery(
            over: connection,
            observation: observation,
            at: clock.now(),
            using: &generator
        )
        try await keep(record, from: .answering)
        return bytes
    }

    // MARK: - Calling

    public func receive(_ heard: [ConnectableAdvertisement]) async {
        await measure(heard)
        let remaining = await currentPresence().map { $0.interval.end.seconds(since: clock.now()) } ?? 0
        // A call that the end of the interval cuts off would be for nothing.
        guard remaining > settings.limits.maxAnswerSeconds,
            let index = index(of: AssociationInterval(clamping: clock.now()))
        else {
            return
        }
        let credentials = presences[index].credentials
        var calls = presences[index].planCalls(heard, at: clock.now()).makeIterator()
        await withTaskGroup(of: Void.self) { group in
            var running = 0
            while let phone = calls.next() {
                if running == settings.limits.maxConcurrentCalls {
                    await group.next()
                    running -= 1
                }
                group.addTask { await self.call(phone, with: credentials) }
                running += 1
            }
        }
    }

    /// Notes the signals of phones that answered.
    private func measure(_ heard: [ConnectableAdvertisement]) async {
        guard let interval = await currentPresence()?.interval else {
            return
        }
        for phone in heard where phone.advertisement.packet == ExchangeValues.packet {
            // A ticket may have come while the one before was noted.
            guard let index = index(of: interval), let key = presences[index].measuredKey(at: phone.address) else {
                continue
            }
            let signal = Self.signal(of: phone, presences[index].credentials)
            if presences[index].hasTicket(of: key) {
                await account.note(signal, of: key, in: interval)
            } else {
                presences[index].note(signal, of: key)
            }
        }
    }

    private static func signal(
        of phone: ConnectableAdvertisement,
        _ credentials: ExchangeCredentials
    ) -> ExchangeSignal {
        let rssi = credentials.calibration.corrected(phone.advertisement.rssi)
        return ExchangeSignal(rssi: rssi, time: phone.advertisement.time)
    }

    /// Calls one phone. Whatever it does, the others are not affected.
    private func call(_ phone: ConnectableAdvertisement, with credentials: ExchangeCredentials) async {
        guard let connection = try? await radio.connect(to: phone.address) else {
            return
        }
        // After a failure the next scan calls again, a few times.
        try? await exchange(with: phone, over: connection, credentials)
        await connection.disconnect()
    }

    /// Writes this phone's ticket, with the strength of the scan. Reads the other phone's ticket if that one cannot or
    /// does not write it.
    private func exchange(
        with phone: ConnectableAdvertisement,
        over connection: any RadioConnection,
        _ credentials: ExchangeCredentials
    ) async throws {
        let interval = credentials.issuer.interval
        let signal = Self.signal(of: phone, credentials)
        let identity = try await timed { try await connection.read(ExchangeValues.identity) }
        let visit = try ExchangeVisit(
            identity: identity,
            issuer: credentials.issuer,
            attestation: credentials.attestation,
            policy: credentials.policy
        )
        let introduction = try visit.introduction()
        try await timed { try await connection.write(introduction, to: ExchangeValues.introduction) }
        let seal = try await timed { try await connection.read(ExchangeValues.introduction) }
        let clientID = try visit.open(seal)
        guard let index = index(of: interval) else {
            return
        }
        presences[index].note(visit.peerKey, at: phone.address, signal)
        if presences[index].hasTicket(of: visit.peerKey), presences[index].measuredKey(at: phone.address) != nil {
            await account.note(signal, of: visit.peerKey, in: interval)
        }
        // A phone that takes no ticket may give one.
        try? await write(to: phone.address, over: connection, visit, to: clientID, credentials, signal)
        guard mustRead(from: visit.peerKey, in: interval) else {
            return
        }
        let delivery = try await timed { try await connection.read(ExchangeValues.delivery) }
        let signals = self.index(of: interval).map { presences[$0].signals(of: visit.peerKey) } ?? []
        try await keep(try visit.accept(delivery, at: clock.now()), signals: signals)
    }

    /// Writes this phone's ticket, if it has not written it to this address.
    private func write(
        to address: RadioAddress,
        over connection: any RadioConnection,
        _ visit: ExchangeVisit,
        to clientID: ClientID,
        _ credentials: ExchangeCredentials,
        _ signal: ExchangeSignal
    ) async throws {
        guard let index = index(of: credentials.issuer.interval), !presences[index].hasWritten(to: address) else {
            return
        }
        let (ticket, record) = try presences[index].responder.delivery(
            to: clientID,
            of: visit,
            observation: credentials.observation(rssi: signal.rssi),
            using: &generator
        )
        try await keep(record, from: .calling)
        try await timed { try await connection.write(ticket, to: ExchangeValues.delivery) }
        if let index = self.index(of: credentials.issuer.interval) {
            presences[index].noteWritten(to: address)
        }
    }

    private func mustRead(from key: PublicAgreementKey, in interval: AssociationInterval) -> Bool {
        guard let index = index(of: interval) else {
            return false
        }
        let isUnreachable = !settings.canAdvertise && !presences[index].hasTicket(of: key)
        return isUnreachable || presences[index].mustRead(from: key, at: clock.now())
    }

    /// Refuses an answer that takes too long.
    private func timed<Value: Sendable>(_ request: () async throws -> Value) async throws -> Value {
        let start = clock.now()
        let value = try await request()
        guard (0...settings.limits.maxAnswerSeconds).contains(clock.now().seconds(since: start)) else {
            throw ConnectionError.gone
        }
        return value
    }

    // MARK: - The log

    /// A ticket whose record is not stored does not leave: nobody could confirm an alert about it.
    private func keep(_ record: IssuedTicketRecord?, from side: ExchangeSide) async throws(ExchangeRefusal) {
        guard let record else {
            return
        }
        do {
            try await account.keep(record, from: side)
        } catch {
            if let index = index(of: record.interval) {
                presences[index].responder.withdraw(record)
            }
            throw .notReady
        }
        if let index = index(of: record.interval) {
            presences[index].responder.confirm(record)
        }
    }

    /// Keeps the first ticket of each phone. The peer may repeat a write whose answer was lost.
    private func keep(_ contact: ReceivedContact, signals: [ExchangeSignal]) async throws(ExchangeRefusal) {
        let key = contact.peerKey
        guard let index = index(of: contact.ticket.interval), presences[index].noteTicket(of: key) else {
            return
        }
        do {
            try await account.keep(contact, signals: signals)
        } catch {
            if let index = self.index(of: contact.ticket.interval) {
                presences[index].forgetTicket(of: key)
            }
            throw .notReady
        }
    }
}
