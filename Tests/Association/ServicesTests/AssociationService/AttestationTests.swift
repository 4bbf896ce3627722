import AssociationAPI
import AssociationPorts
import AssociationProtocol
import AssociationStoreConformance
import ExposurePrimitives
import ExposureTesting
import HeraldPayloads
import Persistence
import Synchronization
import Testing

@testable import AssociationService

@Suite("Attestations of identities, and the end of accounts")
struct AttestationTests {
    private let authority: SampleAuthority
    private let anna, ben: SamplePhone

    init() async throws { (authority, anna, ben) = try await SampleAuthority.withAnnaAndBen() }

    private static func keys() throws -> AttestationRequest {
        var generator = SystemRandomNumberGenerator()
        let keys = (0..<AssociationLimits.identitiesPerDay).map { _ in
            PrivateAgreementKey.generate(using: &generator).publicKey
        }
        return try AttestationRequest(keys: keys)
    }

    @Test("a phone gets signatures of its keys for the intervals of the next day")
    func signatures() async throws {
        let keys = try Self.keys()
        let now = authority.clock.now()
        let body = try anna.request(.attestations, at: now, body: keys.bytes)
        let answer = try await authority.post(AssociationEndpoint.attestations, body)
        #expect(answer.status == 200)
        let attestations = try #require(try AttestationAnswer(parsing: answer.body).attestations)
        let verifier = AttestationSigningKey(of: authority.agreementKey).verificationKey
        let (today, tomorrow) = (now.utcDay, now.utcDay.advanced(byDays: 1))
        let place = AssociationSamples.jurisdiction
        for (number, interval) in AssociationInterval.all(of: tomorrow).enumerated() {
            try verifier.verify(attestations[number], of: keys.keys[number], in: interval, jurisdiction: place)
        }
        // The controls: another interval, another day, another authority.
        let first = AssociationInterval.all(of: tomorrow)[0]
        #expect(throws: AssociationError.self) {
            try verifier.verify(attestations[1], of: keys.keys[1], in: first, jurisdiction: place)
        }
        #expect(throws: AssociationError.self) {
            let interval = AssociationInterval.all(of: today)[0]
            try verifier.verify(attestations[0], of: keys.keys[0], in: interval, jurisdiction: place)
        }
        var generator = SystemRandomNumberGenerator()
        let other = AttestationSigningKey(of: .generate(using: &generator)).verificationKey
        #expect(throws: AssociationError.self) {
            try other.verify(attestations[0], of: keys.keys[0], in: first, jurisdiction: place)
        }
    }

    @Test("four requests a day are granted, and every refusal is the same answer")
    func refusals() async throws {
        let (now, keys) = (authority.clock.now(), try Self.keys())
        func isGranted(_ body: [UInt8]) async throws -> Bool {
            let answer = try await authority.post(AssociationEndpoint.attestations, body)
            #expect(answer.status == 200 && answer.body.count == 6146)
            let isGranted = try AttestationAnswer(parsing: answer.body).attestations != nil
            #expect(isGranted || answer.body == AttestationAnswer.refused.bytes)
            return isGranted
        }
        let genuine = try anna.request(.attestations, at: now, body: keys.bytes)
        let refused = [
            try anna.request(.poll, at: now, body: keys.bytes),
            try anna.request(.attestations, at: now, body: Array(keys.bytes.dropLast())),
            try anna.request(.attestations, at: now.advanced(bySeconds: 301), body: keys.bytes),
            try ben.request(.attestations, as: anna.registration, at: now, body: keys.bytes),
        ]
        for body in refused {
            #expect(try await !isGranted(body))
        }
        for number in 1...5 {
            #expect(try await isGranted(genuine) == (number <= Account.maxAttestationRequests))
        }
        #expect(try await isGranted(ben.request(.attestations, at: now, body: keys.bytes)))
        authority.clock.advance(bySeconds: UnixTime.secondsPerDay)
        #expect(try await isGranted(anna.request(.attestations, at: authority.clock.now(), body: keys.bytes)))
    }

    @Test("an authority without attestations grants none")
    func off() async throws {
        let authority = try await SampleAuthority(settings: ["association.attestation": "off"])
        let anna = try await authority.register("anna")
        let body = try anna.request(.attestations, at: authority.clock.now(), body: Self.keys().bytes)
        let answer = try await authority.post(AssociationEndpoint.attestations, body)
        #expect(answer.body == AttestationAnswer.refused.bytes)
    }

    @Test("an account ends by a request that looks like a poll, and only its phone can make it")
    func end() async throws {
        let now = authority.clock.now()
        let poll = try anna.request(.poll, at: now)
        /// The answer without its mark.
        func answer(to body: [UInt8]) async throws -> ArraySlice<UInt8> {
            let answer = try await authority.post(AssociationEndpoint.poll, body)
            #expect(answer.status == 200)
            #expect(answer.body.count == PollAnswer.markedSize)
            return answer.body.prefix(PollAnswer.size)
        }
        let nothing = try await answer(to: poll)
        let forged = try ben.request(.deregistration, as: anna.registration, at: now)
        let genuine = try anna.request(.deregistration, at: now)
        #expect(genuine.count == poll.count)
        #expect(try await answer(to: forged) == nothing)
        #expect(try await authority.stores.accounts.account(anna.registration) != nil)
        for _ in 0..<2 {
            #expect(try await answer(to: genuine) == nothing)
            #expect(try await authority.stores.accounts.account(anna.registration) == nil)
        }
        #expect(try await authority.stores.accounts.account(ben.registration) != nil)
    }

    @Test("an account whose phone polls stays, and another one ends after sixty days", arguments: [60, 61])
    func unused(days: Int) async throws {
        authority.clock.advance(bySeconds: Int64(days) * UnixTime.secondsPerDay)
        let poll = try anna.request(.poll, at: authority.clock.now())
        _ = try await authority.post(AssociationEndpoint.poll, poll)
        try await authority.writeUses()
        let outcome = try await authority.retention.run()
        #expect(outcome.accounts == (days > 60 ? 1 : 0))
        #expect(try await authority.stores.accounts.account(anna.registration) != nil)
        #expect(try await (authority.stores.accounts.account(ben.registration) == nil) == (days > 60))
    }

    @Test("the use of an account waits to be written with others, unless it was away for long", arguments: [1, 7, 8])
    func uses(days: Int) async throws {
        authority.clock.advance(bySeconds: Int64(days) * UnixTime.secondsPerDay)
        let today = authority.clock.now().utcDay
        func used() async throws -> CalendarDay? {
            try await authority.stores.accounts.account(anna.registration)?.used
        }
        let poll = try anna.request(.poll, at: authority.clock.now())
        _ = try await authority.post(AssociationEndpoint.poll, poll)
        #expect(try await (used() == today) == (days > 7))
        try await authority.writeUses()
        #expect(try await used() == today)
    }

    @Test("uses that find no room are forgotten, and those that cannot be written wait on")
    func manyUses() async throws {
        let day = CalendarDay(daysSinceEpoch: 18_688)
        let accounts = try (0..<3).map { number in
            Account(
                registration: RegistrationID(Bytes16(words: (0, UInt64(number)))),
                jurisdiction: Jurisdiction(country: 380, state: 9),
                district: try #require(PostalDistrict("RM1")),
                chain: try ChainKey(day: day, bytes: SecretBytes([UInt8](repeating: 1, count: 32))),
                registered: day.advanced(byDays: -1)
            )
        }
        let isBroken = Mutex(false)
        let written = Mutex<[CalendarDay: [Int]]>([:])
        let uses = AccountUses(capacity: 3) { registrations, day in
            guard !isBroken.withLock({ $0 }) else {
                throw StoreError.unavailable(reason: "a test")
            }
            let numbers = registrations.map { Int($0.exposedValue.words.low) }
            written.withLock { $0[day, default: []] += numbers.sorted() }
        }
        // Twice the same, and one on two days: three wait, and the last finds no room.
        for (number, offset) in [(0, 0), (0, 0), (1, 0), (1, 1), (2, 0)] {
            try await uses.note(accounts[number], on: day.advanced(byDays: offset))
        }
        isBroken.withLock { $0 = true }
        await #expect(throws: StoreError.self) { try await uses.write() }
        isBroken.withLock { $0 = false }
        try await uses.write()
        #expect(written.withLock { $0 } == [day: [0, 1], day.advanced(byDays: 1): [1]])
        try await uses.note(accounts[2], on: day)
        try await uses.write()
        try await uses.write()
        #expect(written.withLock { $0 } == [day: [0, 1, 2], day.advanced(byDays: 1): [1]])
    }
}
