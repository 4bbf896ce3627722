import ExposurePrimitives
import Signing
import Testing

@Suite("A ring of signing keys")
struct KeyRingTests {
    private static let start = UnixTime(1_594_209_600)
    private static let overlap = KeyRing.minOverlap

    private static func entry(_ version: String, _ state: KeyRing.State, until: UnixTime? = nil) -> KeyRing.Entry {
        KeyRing.Entry(
            id: "222",
            version: version,
            publicKeyPEM: "public half of \(version)",
            state: state,
            signsSince: start,
            signedUntil: until
        )
    }

    private static func fresh() throws -> KeyRing { try KeyRing(keys: [entry("v1", .active)]) }

    @Test("a rotation goes from one signature to two and back to one, the active key first")
    func rotation() throws {
        var ring = try Self.fresh()
        func signing() -> [String] { ring.signing.map { "\($0.version) \($0.state)" } }
        #expect(signing() == ["v1 active"])
        try ring.add(version: "v2", publicKeyPEM: "b", now: Self.start)
        #expect(signing() == ["v1 active", "v2 upcoming"])
        try ring.promote(now: Self.start.advanced(bySeconds: Self.overlap))
        #expect(signing() == ["v2 active", "v1 retiring"])
        let end = Self.start.advanced(bySeconds: 2 * Self.overlap)
        try ring.retire(version: "v1", now: end)
        #expect(signing() == ["v2 active"])
        #expect(ring.keys.map(\.state) == [.retired, .active])
        #expect(ring.keys[0].signedUntil == end)
        #expect(ring.nextVersion == "v3")
    }

    @Test("a new key becomes active once every chunk on offer has its signature, not a second before")
    func tooEarly() throws {
        var ring = try Self.fresh()
        #expect(throws: KeyRingError.noUpcomingKey) { try ring.promote(now: Self.start) }
        try ring.add(version: "v2", publicKeyPEM: "b", now: Self.start)
        let earliest = Self.start.advanced(bySeconds: Self.overlap)
        #expect(throws: KeyRingError.tooEarly(version: "v2", earliest: earliest)) {
            try ring.promote(now: earliest.advanced(bySeconds: -1))
        }
        var emergency = ring
        try emergency.promote(now: Self.start, isEmergency: true)
        #expect(emergency.key(in: .active)?.version == "v2")
        try ring.promote(now: earliest)
        #expect(ring == emergency)
    }

    @Test("two overlaps at once, a name used twice, and retiring the active key are refused")
    func refusals() throws {
        var ring = try Self.fresh()
        for version in ["v1", "", "-a", "a/b", "..", String(repeating: "a", count: 33)] {
            let now = Self.start
            #expect(throws: KeyRingError.inconsistent) { try ring.add(version: version, publicKeyPEM: "b", now: now) }
        }
        #expect(throws: KeyRingError.stillActive(version: "v1")) { try ring.retire(version: "v1", now: Self.start) }
        #expect(throws: KeyRingError.unknownVersion("v2")) { try ring.retire(version: "v2", now: Self.start) }
        try ring.add(version: "v2", publicKeyPEM: "b", now: Self.start)
        #expect(throws: KeyRingError.overlapUnderWay(version: "v2")) {
            try ring.add(version: "v3", publicKeyPEM: "c", now: Self.start)
        }
        try ring.retire(version: "v2", now: Self.start)
        #expect(throws: KeyRingError.alreadyRetired(version: "v2")) { try ring.retire(version: "v2", now: Self.start) }
        #expect(throws: KeyRingError.inconsistent) { try ring.add(version: "v2", publicKeyPEM: "b", now: Self.start) }
        #expect(ring.nextVersion == "v3")
        try ring.add(version: "v3", publicKeyPEM: "c", now: Self.start)
        try ring.promote(now: Self.start, isEmergency: true)
        #expect(throws: KeyRingError.overlapUnderWay(version: "v1")) {
            try ring.add(version: "v4", publicKeyPEM: "d", now: Self.start)
        }
    }

    @Test("a ring that contradicts itself is refused")
    func inconsistent() {
        let rings: [[KeyRing.Entry]] = [
            [], [Self.entry("v1", .upcoming)], [Self.entry("v1", .active), Self.entry("v2", .active)],
            [Self.entry("v1", .active), Self.entry("v1", .upcoming)],
            [Self.entry("v1", .active), Self.entry("v2", .upcoming), Self.entry("v3", .retiring)],
            [Self.entry("v1", .active), Self.entry("v2", .retired)],
            [Self.entry("v1", .active, until: Self.start)], [Self.entry("../v1", .active)],
        ]
        for keys in rings {
            #expect(throws: KeyRingError.inconsistent) { try KeyRing(keys: keys) }
        }
    }
}
