import ExposurePrimitives
import GAENCore
import Testing

@Suite("Matching")
struct DictionaryMatcherTests {
    @Test("a sighting counts from two hours before its interval to two hours after it")
    func tolerance() throws {
        let key = try KernelTown.key(seed: 1, start: 2_656_800, period: 144)
        let interval = IntervalNumber(2_656_900)
        for (offset, isMatch) in [
            (-7201, false), (-7200, true), (0, true), (599, true), (600 + 7199, true), (600 + 7200, false),
        ] as [(Int64, Bool)] {
            let sighting = sighting(of: key, in: interval, at: interval.start.advanced(bySeconds: offset))
            let matches = DictionaryMatcher(sightings: [sighting]).matches(of: [key])
            #expect(matches.isEmpty != isMatch, "offset \(offset)")
        }
    }

    @Test("only the intervals of the key's period are tried")
    func period() throws {
        let long = try KernelTown.key(seed: 2, start: 2_656_800, period: 144)
        let short = try KernelTown.key(seed: 2, start: 2_656_800, period: 10)
        for (offset, isMatch) in [(UInt32(0), true), (9, true), (10, false), (143, false)] {
            let interval = IntervalNumber(2_656_800 + offset)
            let sighting = sighting(of: long, in: interval, at: interval.start)
            #expect(DictionaryMatcher(sightings: [sighting]).matches(of: [short]).isEmpty != isMatch)
            #expect(DictionaryMatcher(sightings: [sighting]).matches(of: [long]).count == 1)
        }
    }

    @Test("each key finds its own sightings, in order of time, with decrypted metadata")
    func planted() throws {
        let keys = try (1...20).map { try KernelTown.key(seed: $0, start: 2_656_800, period: 144) }
        let planted = keys[4]
        let intervals = [70, 20, 143].map { IntervalNumber(2_656_800 + $0) }
        let sightings = intervals.map { sighting(of: planted, in: $0, at: $0.start.advanced(bySeconds: 30)) }
        let stranger = try KernelTown.key(seed: 99, start: 2_656_800, period: 144)
        let noise = sighting(of: stranger, in: intervals[0], at: intervals[0].start)
        let matches = DictionaryMatcher(sightings: sightings + [noise]).matches(of: keys)
        #expect(matches.map(\.key) == [planted])
        let found = try #require(matches.first).sightings
        #expect(found.map(\.interval) == intervals.sorted())
        #expect(found.map(\.sighting.time) == found.map(\.sighting.time).sorted())
        #expect(found.allSatisfy { $0.metadata == BroadcastMetadata(transmitPower: -14) })
    }

    @Test("without sightings or keys there is no match")
    func empty() throws {
        let key = try KernelTown.key(seed: 1, start: 0, period: 144)
        #expect(DictionaryMatcher(sightings: []).matches(of: [key]).isEmpty)
        let sighting = sighting(of: key, in: IntervalNumber(0), at: UnixTime(0))
        #expect(DictionaryMatcher(sightings: [sighting]).matches(of: []).isEmpty)
    }

    private func sighting(of key: DiagnosisKey, in interval: IntervalNumber, at time: UnixTime) -> Sighting {
        let derived = DerivedKeys(of: key.key.keyData)
        let identifier = derived.identifier(at: interval)
        let metadata = derived.transformMetadata(BroadcastMetadata(transmitPower: -14).encoded, with: identifier)
        return Sighting(identifier: identifier, metadata: metadata, rssi: -60, time: time, previousScan: nil)
    }
}
