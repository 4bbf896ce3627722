import ExposurePrimitives
import ExposureTesting
import HeraldPayloads
import Testing

@testable import AssociationProtocol

@Suite("Intervals")
struct IntervalTests {
    @Test("have fifteen minutes, and a day has 96 whole ones")
    func day() throws {
        let day = CalendarDay(daysSinceEpoch: 20_000)
        let all = AssociationInterval.all(of: day)
        #expect(all.count == 96 && all.first?.start == day.startInUTC)
        #expect(all.last?.end == day.advanced(byDays: 1).startInUTC)
        #expect(all.allSatisfy { $0.day == day })
        #expect(AssociationInterval.all(of: CalendarDay(daysSinceEpoch: -1)).isEmpty)
        #expect(AssociationInterval.all(of: CalendarDay(daysSinceEpoch: .max)).isEmpty)
    }

    @Test("contain their start and not their end")
    func bounds() {
        let interval = AssociationInterval(1_786_735)
        #expect(interval.start == UnixTime(1_608_061_500) && interval.end == UnixTime(1_608_062_400))
        #expect(AssociationInterval(clamping: interval.start) == interval)
        #expect(AssociationInterval(clamping: interval.end.advanced(bySeconds: -1)) == interval)
        #expect(AssociationInterval(clamping: interval.end) == AssociationInterval(1_786_736))
        #expect(AssociationInterval(start: interval.start) == interval)
        #expect(AssociationInterval(start: interval.start.advanced(bySeconds: 1)) == nil)
        for seconds in [Int64.min, -900, -1, .max] {
            #expect(AssociationInterval(start: UnixTime(seconds)) == nil)
        }
    }

    @Test("clamp moments without a number, and know their neighbours")
    func ends() {
        #expect(AssociationInterval(clamping: UnixTime(.min)).number == 0)
        #expect(AssociationInterval(clamping: UnixTime(.max)).number == .max)
        #expect(AssociationInterval(5).neighbourhood.map(\.number) == [4, 5, 6])
        #expect(AssociationInterval(0).neighbourhood.map(\.number) == [0, 1])
        #expect(AssociationInterval(.max).neighbourhood.map(\.number) == [.max - 1, .max])
    }
}

@Suite("Keys of an account")
struct KeyTests {
    private let day = Scene.interval.day

    private func chain() throws -> ChainKey {
        try ChainKey(day: day, bytes: SecretBytes([UInt8](repeating: 3, count: 32)))
    }

    @Test("lead from day to day and never back")
    func ratchet() throws {
        let chain = try chain()
        let stepwise = try chain.advanced(to: day.advanced(byDays: 1)).advanced(to: day.advanced(byDays: 21))
        #expect(try chain.advanced(to: day.advanced(byDays: 21)).exposedBytes == stepwise.exposedBytes)
        #expect(try chain.advanced(to: day).exposedBytes == chain.exposedBytes)
        #expect(throws: AssociationError.otherDay) { try chain.advanced(to: day.advanced(byDays: -1)) }
        #expect(throws: AssociationError.otherDay) { try chain.dayKeys(on: day.advanced(byDays: -1)) }
        _ = try chain.advanced(to: day.advanced(byDays: ChainKey.maxSteps))
        for later in [day.advanced(byDays: ChainKey.maxSteps + 1), CalendarDay(daysSinceEpoch: .max)] {
            #expect(throws: AssociationError.otherDay) { try chain.advanced(to: later) }
        }
    }

    @Test("the key of ClientIDs alone makes those of the day's keys, and none of another day")
    func clientIDKey() throws {
        var generator = SeededGenerator(seed: 20)
        for _ in 0..<100 {
            let secret = SecretBytes(Bytes16.random(using: &generator).bytes + Bytes16.random(using: &generator).bytes)
            let chain = try ChainKey(day: day.advanced(byDays: -21), bytes: secret)
            let (keys, key) = (try chain.dayKeys(on: day), try chain.clientIDKey(on: day))
            for interval in AssociationInterval.all(of: day).prefix(3) {
                #expect(try key.clientID(in: interval) == keys.clientID(in: interval))
            }
        }
        let key = try chain().clientIDKey(on: day)
        for other in [-1, 1] {
            let interval = try #require(AssociationInterval.all(of: day.advanced(byDays: other)).first)
            #expect(throws: AssociationError.otherDay) { try key.clientID(in: interval) }
        }
        #expect(throws: AssociationError.otherDay) { try chain().clientIDKey(on: day.advanced(byDays: -1)) }
    }

    @Test("of many chains are made together, each as if it were alone")
    func manyClientIDKeys() throws {
        var generator = SeededGenerator(seed: 21)
        // Starts on both sides of the limits, and more than two batches of sixteen.
        let starts = [0, -21, 1, -ChainKey.maxSteps, -ChainKey.maxSteps - 1, -3]
        let chains = try (0..<37).map { number in
            let day = day.advanced(byDays: starts[number % starts.count])
            return try ChainKey(day: day, bytes: .random(count: 32, using: &generator))
        }
        let keys = ClientIDKey.keys(of: chains, on: day)
        #expect(keys.count == chains.count)
        let interval = try #require(AssociationInterval.all(of: day).last)
        for (chain, key) in zip(chains, keys) {
            let expected = try? chain.dayKeys(on: day).clientID(in: interval)
            #expect(try key?.clientID(in: interval) == expected)
            #expect((expected == nil) == (chain.day > day || day.days(since: chain.day) > ChainKey.maxSteps))
        }
        let made = keys.compactMap(\.self)
        #expect(try ClientIDKey.clientIDs(under: made, in: interval) == made.map { try $0.clientID(in: interval) })
        #expect(try ClientIDKey.clientIDs(under: [], in: interval).isEmpty)
        let next = ClientIDKey.keys(of: [try chain()], on: day.advanced(byDays: 1)).compactMap(\.self)
        #expect(throws: AssociationError.otherDay) { try ClientIDKey.clientIDs(under: made + next, in: interval) }
        let noDay = CalendarDay(daysSinceEpoch: ChainKey.days.upperBound + 1)
        let last = try ChainKey(day: noDay.advanced(byDays: -1), bytes: .random(count: 32, using: &generator))
        #expect(ClientIDKey.keys(of: [last], on: noDay).allSatisfy { $0 == nil })
    }

    @Test("of a stolen phone give no ClientID of an earlier day")
    func theft() throws {
        let chain = try chain()
        let earlier = try Set(AssociationInterval.all(of: day).map { try chain.dayKeys(on: day).clientID(in: $0) })
        let stolen = try chain.advanced(to: day.advanced(byDays: 1))
        let keys = try stolen.dayKeys(on: stolen.day)
        let secrets = [stolen.exposedBytes, keys.exposedClientIDKey, keys.exposedTicketKey, keys.exposedUploadKey]
        for secret in secrets {
            for interval in AssociationInterval.all(of: day) {
                let made = OneTimePassword.value(key: SecretBytes(secret), counter: UInt64(interval.number))
                #expect(!earlier.contains(try ClientID(made)))
            }
        }
        // The control: the key of that day does give them.
        let control = try chain.dayKeys(on: day).exposedClientIDKey
        let made = OneTimePassword.value(key: SecretBytes(control), counter: UInt64(Scene.interval.number))
        #expect(earlier.contains(try ClientID(made)))
    }

    @Test("have 32 bytes and a day with 32-bit intervals")
    func limits() throws {
        let bytes = SecretBytes([UInt8](repeating: 3, count: 32))
        for count in [0, 31, 33] {
            let wrong = SecretBytes([UInt8](repeating: 3, count: count))
            #expect(throws: AssociationError.wrongLength(count)) { try ChainKey(day: day, bytes: wrong) }
            #expect(throws: AssociationError.wrongLength(count)) { try LocalDaySecret(day: day, bytes: wrong) }
            #expect(throws: AssociationError.wrongLength(count)) { try ClientID(wrong.exposedBytes) }
        }
        let last = Int(UInt32.max / 96) - 1
        for (number, isAllowed) in [(-1, false), (0, true), (last, true), (last + 1, false), (.max, false)] {
            let day = CalendarDay(daysSinceEpoch: number)
            #expect(((try? ChainKey(day: day, bytes: bytes)) != nil) == isAllowed)
        }
        #expect(AssociationInterval.all(of: CalendarDay(daysSinceEpoch: last)).count == 96)
    }

    @Test("are those of one day: other days are refused")
    func otherDays() throws {
        let keys = try chain().dayKeys(on: day)
        let next = try #require(AssociationInterval.all(of: day.advanced(byDays: 1)).first)
        #expect(throws: AssociationError.otherDay) { try keys.clientID(in: next) }
        var generator = SeededGenerator(seed: 6)
        #expect(throws: AssociationError.otherDay) {
            try TicketIssuer(
                identity: .generate(for: Scene.interval, using: &generator),
                dayKeys: keys,
                localSecret: .generate(for: day.advanced(byDays: 1), using: &generator),
                jurisdiction: Scene.jurisdiction,
                profile: .sealed
            )
        }
    }

    @Test("of a batch's days are derived once, and name the interval of a ClientID")
    func accountKeys() throws {
        let chain = try chain()
        let keys = try AccountKeys(chain, from: day.advanced(byDays: -2), through: day.advanced(byDays: 1))
        #expect(keys[day.advanced(byDays: -1)] == nil && keys[day] != nil && keys[day.advanced(byDays: 1)] != nil)
        let interval = Scene.interval
        let name = try chain.dayKeys(on: day).clientID(in: interval)
        let (start, end) = (interval.start, interval.end)
        for time in [start.advanced(bySeconds: -900), start, end.advanced(bySeconds: 899)] {
            #expect(keys.interval(of: name, around: time) == interval)
        }
        for time in [start.advanced(bySeconds: -901), end.advanced(bySeconds: 900)] {
            #expect(keys.interval(of: name, around: time) == nil)
        }
        #expect(throws: AssociationError.otherDay) {
            try AccountKeys(chain, from: day, through: CalendarDay(daysSinceEpoch: Int(UInt32.max)))
        }
    }

    @Test("and identifiers never print their content")
    func printing() throws {
        let scene = try Scene(.sealed)
        let values: [Any] = [
            scene.a.registration, scene.a.chain, try scene.a.chain.clientIDKey(on: day), scene.a.localSecret,
            scene.a.issuer.clientID, scene.a.issuer.identity, scene.a.issuer.identity.key,
            scene.received.serverSessionKey, try scene.a.keys(), try scene.a.chain.dayKeys(on: day),
            RightID(.init(words: (1, 2))),
            try AttestationSigningKey(SecretBytes([UInt8](repeating: 7, count: 32))),
            try scene.a.issuer.pair(with: scene.b.key),
        ]
        for value in values {
            var dumped = ""
            dump(value, to: &dumped)
            #expect("\(value)" == "<redacted>" && String(reflecting: value) == "<redacted>")
            #expect(Mirror(reflecting: value).children.isEmpty && !dumped.contains("UInt8"))
        }
    }
}

@Suite("Attestations of identities")
struct IdentityAttestationTests {
    @Test("hold for one key, interval, jurisdiction and authority")
    func binding() throws {
        let signer = try AttestationSigningKey(SecretBytes([UInt8](repeating: 7, count: 32)))
        let other = try AttestationSigningKey(SecretBytes([UInt8](repeating: 8, count: 32)))
        let scene = try Scene(.sealed)
        let issuer = scene.a.issuer
        let attestation = try signer.attest(scene.a.key, in: Scene.interval, jurisdiction: Scene.jurisdiction)
        let packet = try issuer.identityPacket(attestation)
        let policy = AttestationPolicy.required(by: [other.verificationKey, signer.verificationKey])
        try packet.verify(policy, in: Scene.interval)
        let next = AssociationInterval(Scene.interval.number + 1)
        #expect(throws: AssociationError.notAuthentic) { try packet.verify(policy, in: next) }
        #expect(throws: AssociationError.notAuthentic) {
            try packet.verify(.required(by: [other.verificationKey]), in: Scene.interval)
        }
        // T5: an attacker in the middle shows a key of its own. The control is attestation off.
        let substituted = try scene.b.issuer.identityPacket(attestation)
        for packet in [substituted, try issuer.identityPacket()] {
            #expect(throws: AssociationError.notAuthentic) { try packet.verify(policy, in: Scene.interval) }
        }
        try substituted.verify(.off, in: Scene.interval)
        let key = try AttestationVerificationKey(signer.verificationKey.bytes)
        #expect(throws: AssociationError.notAuthentic) {
            let elsewhere = Jurisdiction(country: 826, state: 0)
            try key.verify(attestation, of: scene.a.key, in: Scene.interval, jurisdiction: elsewhere)
        }
        for count in [63, 65] {
            let bytes = [UInt8](repeating: 0, count: count)
            #expect(throws: AssociationError.wrongLength(count)) { try IdentityAttestation(bytes) }
        }
    }
}
