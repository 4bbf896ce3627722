import AssociationExchange
import AssociationProtocol
import ExposurePrimitives
import HeraldPayloads
import PhonePorts
import Testing

@Suite("Exchanges")
struct ExchangeTests {
    private let connection = ConnectionID(1)
    private let now = Phones.interval.start

    @Test("give both phones a ticket over one connection", arguments: RadioProfile.allCases)
    func bothWays(profile: RadioProfile) throws {
        var phones = try Phones(profile)
        let visit = try phones.visit()
        try phones.introduce(visit.introduction())
        let (bytes, record) = try phones.read()
        let contact = try visit.accept(bytes, at: now)
        #expect(contact.observedClientID == phones.responder.issuer.clientID && record?.receiver == contact.myClientID)
        #expect(record?.confirms(contact.ticket.handle, secret: phones.secret) == true)
        let clientID = try visit.open(phones.responder.readSeal(over: connection, at: now))
        #expect(clientID == contact.observedClientID)
        let written = try phones.deliver(clientID, of: visit)
        let received = try phones.responder.acceptDelivery(written.bytes, over: connection, at: now)
        #expect(received.observedClientID == contact.myClientID && received.myClientID == contact.observedClientID)
        #expect(written.record?.confirms(received.ticket.handle, secret: phones.secret) == true)
        #expect(try phones.deliver(clientID, of: visit).bytes == written.bytes)
    }

    @Test("give the same bytes at each read, also over another connection", arguments: RadioProfile.allCases)
    func reads(profile: RadioProfile) throws {
        var phones = try Phones(profile)
        let introduction = try phones.visit().introduction()
        try phones.introduce(introduction)
        let first = try phones.read()
        #expect(try phones.read().bytes == first.bytes)
        phones.responder.forget(connection)
        #expect(throws: ExchangeRefusal.notReady) { try phones.read() }
        try phones.introduce(introduction, over: ConnectionID(2))
        let again = try phones.read(ConnectionID(2))
        #expect(again.bytes == first.bytes && again.record == nil && first.record != nil)
    }

    @Test("refuse a ticket before the introduction, and everything after the interval")
    func order() throws {
        var phones = try Phones(.sealed)
        #expect(throws: ExchangeRefusal.notReady) { try phones.read() }
        #expect(throws: ExchangeRefusal.notReady) { try phones.responder.readSeal(over: connection, at: now) }
        #expect(throws: ExchangeRefusal.notReady) { try phones.responder.acceptDelivery([], over: connection, at: now) }
        let introduction = try phones.visit().introduction()
        for time in [now.advanced(bySeconds: -1), Phones.interval.end] {
            #expect(throws: ExchangeRefusal.staleInterval) { try phones.responder.readIdentity(at: time) }
            #expect(throws: ExchangeRefusal.staleInterval) { try phones.introduce(introduction, at: time) }
            #expect(throws: ExchangeRefusal.staleInterval) { try phones.read(at: time) }
        }
        let last = Phones.interval.end.advanced(bySeconds: -1)
        try phones.introduce(introduction, at: last)
        _ = try phones.read(at: last)
    }

    @Test("end within the grace if they began in time")
    func grace() throws {
        var phones = try Phones(.sealed)
        let visit = try phones.visit()
        let last = Phones.interval.end.advanced(bySeconds: -1)
        try phones.introduce(visit.introduction(), at: last)
        let end = Phones.interval.end.advanced(bySeconds: EphemeralIdentity.grace)
        let bytes = try phones.read(at: end.advanced(bySeconds: -1)).bytes
        let written = try phones.deliver(visit.accept(bytes, at: last).observedClientID, of: visit).bytes
        _ = try phones.responder.acceptDelivery(written, over: connection, at: end.advanced(bySeconds: -1))
        #expect(throws: ExchangeRefusal.staleInterval) { try phones.read(at: end) }
        #expect(throws: ExchangeRefusal.staleInterval) {
            try phones.responder.acceptDelivery(written, over: connection, at: end)
        }
    }

    @Test("have a share for each minute, whatever the connections")
    func minute() throws {
        var phones = try Phones(.sealed, limits: ExchangeLimits(maxIntroductionsPerMinute: 2))
        func introduce(_ number: UInt64, after seconds: Int64) throws {
            let introduction = try Phones.visit(to: phones.responder, from: phones.another()).introduction()
            try phones.introduce(introduction, over: ConnectionID(number), at: now.advanced(bySeconds: seconds))
        }
        try introduce(1, after: 0)
        try introduce(2, after: 59)
        #expect(throws: ExchangeRefusal.rateLimited) { try introduce(3, after: 59) }
        #expect(phones.responder.agreements == 2)
        try introduce(3, after: 60)
    }

    @Test("give a ticket again that was withdrawn before it left")
    func withdrawal() throws {
        var phones = try Phones(.sealed)
        try phones.introduce(phones.visit().introduction())
        let record = try #require(phones.read().record)
        phones.responder.withdraw(record)
        #expect(try phones.read().record != nil)
    }

    @Test("keep a ticket back until its record is stored, and a withdrawn one takes no place")
    func unkept() throws {
        var phones = try Phones(.sealed, limits: ExchangeLimits(maxReceivers: 1))
        let introduction = try phones.visit().introduction()
        let other = ConnectionID(2)
        for connection in [connection, other] {
            try phones.introduce(introduction, over: connection)
        }
        for _ in 0..<2 {
            let first = try phones.read(isStored: false)
            #expect(throws: ExchangeRefusal.notReady) { try phones.read(other) }
            phones.responder.withdraw(try #require(first.record))
        }
        let last = try phones.read(isStored: false)
        phones.responder.confirm(try #require(last.record))
        let again = try phones.read(other)
        #expect(again.bytes == last.bytes && again.record == nil)
    }

    @Test("refuse bytes that are no packets, and keys that are not attested")
    func malformed() throws {
        var phones = try Phones(.sealed)
        let introduction = try phones.visit().introduction()
        for bytes in [[], Array(introduction.dropLast()), introduction.dropLast() + [introduction[0]]] {
            #expect(throws: ExchangeRefusal.malformed) { try phones.introduce(bytes) }
        }
        #expect(throws: ExchangeRefusal.notReady) { try phones.read() }
        let authority = try AttestationSigningKey(SecretBytes([UInt8](repeating: 7, count: 32)))
        let policy = AttestationPolicy.required(by: [authority.verificationKey])
        var strict = try Phones(.sealed, policy: policy)
        #expect(throws: ExchangeRefusal.malformed) { try strict.introduce(introduction) }
        #expect(throws: ExchangeRefusal.malformed) {
            try ExchangeVisit(identity: phones.responder.readIdentity(at: now), issuer: phones.caller, policy: policy)
        }
    }

    @Test("have a share for each connection and for all peers together")
    func limits() throws {
        var phones = try Phones(.sealed, limits: ExchangeLimits(maxReceivers: 3, maxIntroductions: 2))
        for number in 1...4 {
            let introduction = try Phones.visit(to: phones.responder, from: phones.another()).introduction()
            let connection = ConnectionID(UInt64(number))
            try phones.introduce(introduction, over: connection)
            if number <= 3 {
                _ = try phones.read(connection)
            } else {
                #expect(throws: ExchangeRefusal.rateLimited) { try phones.read(connection) }
            }
        }
        let introduction = try phones.visit().introduction()
        for _ in 0..<2 {
            try phones.introduce(introduction, over: ConnectionID(9))
        }
        #expect(throws: ExchangeRefusal.rateLimited) { try phones.introduce(introduction, over: ConnectionID(9)) }
    }
}

/// A responder and a phone that calls it, in one interval.
private struct Phones {
    var responder: ExchangeResponder
    var callerResponder: ExchangeResponder
    let caller: TicketIssuer
    let secret: LocalDaySecret
    var generator: SeededGenerator

    static let interval = AssociationInterval(2_000_011)

    init(_ profile: RadioProfile, policy: AttestationPolicy = .off, limits: ExchangeLimits = ExchangeLimits()) throws {
        generator = SeededGenerator(seed: 5)
        secret = .generate(for: Self.interval.day, using: &generator)
        let issuer = try Self.issuer(profile, secret, using: &generator)
        responder = try ExchangeResponder(issuer: issuer, policy: policy, limits: limits)
        caller = try Self.issuer(profile, secret, using: &generator)
        callerResponder = try ExchangeResponder(issuer: caller, policy: policy)
    }

    func visit() throws -> ExchangeVisit { try Self.visit(to: responder, from: caller) }

    static func visit(to responder: ExchangeResponder, from caller: TicketIssuer) throws -> ExchangeVisit {
        let identity = try responder.readIdentity(at: interval.start)
        return try ExchangeVisit(identity: identity, issuer: caller, policy: .off)
    }

    mutating func another() throws -> TicketIssuer { try Self.issuer(caller.profile, secret, using: &generator) }

    /// The caller's own ticket for the responder's phone.
    mutating func deliver(
        _ clientID: ClientID,
        of visit: ExchangeVisit
    ) throws -> (bytes: [UInt8], record: IssuedTicketRecord?) {
        let delivery = try callerResponder.delivery(to: clientID, of: visit, observation: nil, using: &generator)
        if let record = delivery.record {
            callerResponder.confirm(record)
        }
        return delivery
    }

    mutating func introduce(
        _ introduction: [UInt8],
        over connection: ConnectionID = ConnectionID(1),
        at time: UnixTime = interval.start
    ) throws {
        try responder.acceptIntroduction(introduction, over: connection, at: time)
    }

    mutating func read(
        _ connection: ConnectionID = ConnectionID(1),
        at time: UnixTime = interval.start,
        isStored: Bool = true
    ) throws -> (bytes: [UInt8], record: IssuedTicketRecord?) {
        let read = try responder.readDelivery(over: connection, observation: nil, at: time, using: &generator)
        if isStored, let record = read.record {
            responder.confirm(record)
        }
        return read
    }

    private static func issuer(
        _ profile: RadioProfile,
        _ secret: LocalDaySecret,
        using generator: inout SeededGenerator
    ) throws -> TicketIssuer {
        let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
        return try TicketIssuer(
            identity: .generate(for: interval, using: &generator),
            dayKeys: ChainKey(day: interval.day, bytes: SecretBytes(bytes)).dayKeys(on: interval.day),
            localSecret: secret,
            jurisdiction: Jurisdiction(country: 380, state: 9),
            profile: profile
        )
    }
}
