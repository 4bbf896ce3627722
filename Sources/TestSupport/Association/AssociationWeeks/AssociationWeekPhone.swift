import AssociationAPI
import AssociationClient
import AssociationExchange
import AssociationPorts
import AssociationProtocol
import ExposurePrimitives
import ExposureTesting
import HeraldPayloads
import PhonePorts
import PhoneSimulation
package import PhoneWeeks
import StoryKit

/// A phone with the association's app. It meets nobody unless it works.
package struct AssociationWeekPhone: WeeklyPhone {
    package let meter: PhoneMeter
    private let app: AssociationApp
    private let radio: AppExchangeAccount

    private static let jurisdiction = Jurisdiction(country: 380, state: 9)

    /// A phone whose owner has just completed the onboarding.
    package init(seed: UInt64) async throws {
        meter = PhoneMeter(startingAt: UnixTime(1_795_255_200))
        let (owner, storage) = (StoryScreen(owner: "", narrator: Narrator { _ in }), InMemoryPhoneStorage())
        let servers = AssociationWeekServers(meter)
        app = try AssociationApp(
            app: AssociationApp.App(
                jurisdiction: Self.jurisdiction,
                agreementKey: servers.agreementKey.publicKey,
                policy: .off
            ),
            phone: AssociationApp.Phone(
                proofs: NoProof(),
                transport: MeteredTransport(servers, meter),
                notifications: owner,
                system: owner,
                scheduler: meter.scheduler,
                storage: MeteredStorage(storage, meter),
                vault: storage,
                clock: meter.clock,
                generator: SeededGenerator(seed: seed)
            )
        )
        radio = AppExchangeAccount(app)
        let district = PostalDistrict("RM1").map { [AppAction.chooseDistrict($0)] } ?? []
        for action in [.launched(inForeground: true), .proceed, .proceed] + district + [.proceed, .enteredBackground] {
            await app.send(action)
        }
    }

    package func send(_ event: WeekEvent) async {
        switch event {
        case .woken(let task): await app.send(.woken(task))
        case .opened: await app.send(.enteredForeground)
        case .left: await app.send(.enteredBackground)
        }
    }
}

/// The authority asks for none.
private struct NoProof: RegistrationProofSource {
    func proof(for key: PublicAgreementKey) async throws(ProofFailure) -> [UInt8] { [] }
}

// MARK: - Contacts

extension AssociationWeekPhone {
    /// Works for eight hours of the next day. In each quarter of an hour the phone exchanges tickets with each phone
    /// around, as its radio does.
    ///
    /// - Parameter signals: those of each contact, one a minute. A contact has at least one.
    /// - Returns: the number of contacts.
    package func work(beside colleagues: Int, signals: Int = 15) async throws -> Int {
        let morning = meter.clock.now().utcDay.advanced(byDays: 1).startInUTC.advanced(bySeconds: 8 * 3600)
        for quarter in 0..<Self.quarters {
            let start = morning.advanced(bySeconds: Int64(quarter) * AssociationInterval.seconds)
            meter.clock.set(start)
            let interval = AssociationInterval(clamping: start)
            guard let own = await meter.time({ await radio.credentials(in: interval) }) else {
                throw AppLogError.notKept
            }
            var keys: [PublicAgreementKey] = []
            for _ in 0..<colleagues {
                keys.append(try await meet(own, in: interval))
            }
            for minute in 1..<signals {
                meter.clock.set(start.advanced(bySeconds: Int64(minute) * 60))
                for key in keys {
                    let now = meter.clock.now()
                    await meter.time {
                        await radio.note(ExchangeSignal(rssi: -60, time: now), of: key, in: interval)
                    }
                }
            }
        }
        return Self.quarters * colleagues
    }

    /// Of eight hours.
    private static let quarters = 32

    /// Calls a new phone and writes a ticket, and is called by it and gets one.
    private func meet(
        _ own: ExchangeCredentials,
        in interval: AssociationInterval
    ) async throws -> PublicAgreementKey {
        var generator = SystemRandomNumberGenerator()
        let (now, connection) = (meter.clock.now(), ConnectionID(1))
        var other = try ExchangeResponder(issuer: Self.stranger(in: interval), policy: .off)
        let identity = try other.readIdentity(at: now)
        let (visit, introduction) = try await meter.time {
            let visit = try ExchangeVisit(identity: identity, issuer: own.issuer, policy: own.policy)
            return (visit, try visit.introduction())
        }
        try other.acceptIntroduction(introduction, over: connection, at: now)
        let seal = try other.readSeal(over: connection, at: now)
        var responder = try ExchangeResponder(issuer: own.issuer, policy: own.policy)
        let given = try await meter.time {
            let clientID = try visit.open(seal)
            let given = try responder.delivery(to: clientID, of: visit, observation: nil, using: &generator)
            if let record = given.record {
                try await radio.keep(record, from: .calling)
            }
            return given.bytes
        }
        _ = try other.acceptDelivery(given, over: connection, at: now)
        let call = try ExchangeVisit(identity: responder.readIdentity(at: now), issuer: other.issuer, policy: .off)
        let called = try call.introduction()
        try await meter.time { try responder.acceptIntroduction(called, over: connection, at: now) }
        let name = try call.open(try await meter.time { try responder.readSeal(over: connection, at: now) })
        let ticket = try other.delivery(to: name, of: call, observation: nil, using: &generator).bytes
        return try await meter.time {
            let contact = try responder.acceptDelivery(ticket, over: connection, at: now)
            try await radio.keep(contact, signals: [ExchangeSignal(rssi: -60, time: now)])
            return contact.peerKey
        }
    }

    private static func stranger(in interval: AssociationInterval) throws -> TicketIssuer {
        var generator = SystemRandomNumberGenerator()
        let secret = Bytes16.random(using: &generator).bytes + Bytes16.random(using: &generator).bytes
        return try TicketIssuer(
            identity: .generate(for: interval, using: &generator),
            dayKeys: ChainKey(day: interval.day, bytes: SecretBytes(secret)).dayKeys(on: interval.day),
            localSecret: .generate(for: interval.day, using: &generator),
            jurisdiction: jurisdiction,
            profile: .sealed
        )
    }
}
