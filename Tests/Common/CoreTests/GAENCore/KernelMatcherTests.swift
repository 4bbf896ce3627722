import ExposurePrimitives
@testable import GAENCore
import Testing

@Suite("Matching by the kernel")
struct KernelMatcherTests {
    @Test("finds exactly the matches of the dictionary", arguments: KernelPath.supported)
    func sameAsDictionary(path: KernelPath) throws {
        for seed in 1...4 as ClosedRange<UInt64> {
            let town = try KernelTown(seed: seed)
            let expected = DictionaryMatcher(sightings: town.sightings).matches(of: town.keys)
            let found = KernelMatcher(sightings: town.sightings, path: path).matches(of: town.keys)
            #expect(expected.count > 5)
            #expect(describe(found) == describe(expected))
        }
    }

    @Test("keys in an array, in a slice, in a buffer, and one by one give the same matches")
    func sources() throws {
        let town = try KernelTown(seed: 9)
        let matcher = KernelMatcher(sightings: town.sightings)
        let expected = describe(DictionaryMatcher(sightings: town.sightings).matches(of: town.keys))
        let padded = [town.keys[0]] + town.keys
        #expect(describe(matcher.matches(of: padded[1...])) == expected)
        #expect(describe(matcher.matches(of: ContiguousArray(town.keys))) == expected)
        #expect(describe(town.keys.withUnsafeBufferPointer { matcher.matches(of: $0) }) == expected)
        #expect(describe(matcher.matches(of: town.keys.lazy.map { $0 })) == expected)
    }

    @Test("keys that arrive one by one may fill more than one block")
    func copiedBlocks() throws {
        let town = try KernelTown(seed: 10)
        let repeated = (0..<300).lazy.flatMap { _ in town.keys }
        let once = KernelMatcher(sightings: town.sightings).matches(of: town.keys)
        let matches = KernelMatcher(sightings: town.sightings).matches(of: repeated)
        #expect(matches.count == 300 * once.count)
        #expect(describe(matches.suffix(once.count)) == describe(once))
    }

    @Test("spread over tasks, it gives the same matches in order, and complete progress", arguments: [-1, 1, 2, 7])
    func workers(count: Int) async throws {
        let town = try KernelTown(seed: 12)
        // A little more than two blocks, with the matches at both ends of each block.
        let stranger = try KernelTown.key(seed: 4711, start: 2_656_800, period: 1)
        let strangers = Array(repeating: stranger, count: 16_384 - town.keys.count)
        let keys = town.keys + strangers + town.keys + strangers + town.keys
        let matcher = KernelMatcher(sightings: town.sightings)
        var progress: [Int] = []
        let matches = try await matcher.matches(of: keys, workers: count) { progress.append($0) }
        #expect(describe(matches) == describe(matcher.matches(of: keys)))
        #expect(progress.count == 3)
        #expect(progress.last == keys.count)
        #expect(progress == progress.sorted())
        #expect(try await matcher.matches(of: [], workers: count).isEmpty)
    }

    @Test("a cancelled match ends at the next block")
    func cancellation() async throws {
        let town = try KernelTown(seed: 13)
        let keys = Array(repeating: try KernelTown.key(seed: 1, start: 2_656_800, period: 1), count: 100_000)
        let matcher = KernelMatcher(sightings: town.sightings)
        let run = Task {
            try await matcher.matches(of: keys, workers: 1) { done in
                #expect(done < 100_000)
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }
        await #expect(throws: CancellationError.self) { try await run.value }
    }

    @Test("without sightings or keys there is no match")
    func empty() throws {
        let town = try KernelTown(seed: 11)
        #expect(KernelMatcher(sightings: []).matches(of: town.keys).isEmpty)
        #expect(KernelMatcher(sightings: town.sightings).matches(of: []).isEmpty)
    }

    @Test("many sightings of one identifier can give more hits than the buffer between Swift and C holds")
    func manyHits() throws {
        let keys = try (0..<20).map { try KernelTown.key(seed: $0, start: 2_656_800, period: 144) }
        let sightings = keys.flatMap { key in
            key.key.identifiers().flatMap { interval, identifier in
                (0..<3).map { Sighting(identifier, at: interval.start.advanced(bySeconds: Int64(100 * $0))) }
            }
        }
        let matches = KernelMatcher(sightings: sightings).matches(of: keys)
        #expect(matches.map(\.key) == keys)
        #expect(matches.map(\.sightings.count) == Array(repeating: 3 * 144, count: 20))
        #expect(describe(matches) == describe(DictionaryMatcher(sightings: sightings).matches(of: keys)))
    }

    @Test("sightings of one identifier and one moment keep the given order", arguments: 1...3)
    func ties(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let key = try KernelTown.key(seed: 21, start: 2_656_800, period: 144)
        let stranger = RollingProximityIdentifier(.random(using: &generator))
        let identifiers = key.key.identifiers().prefix(4).map(\.identifier) + [stranger]
        let time = IntervalNumber(2_656_802).start
        let sightings = (0..<600).map { number in
            Sighting(
                identifier: identifiers[.random(in: 0..<5, using: &generator)],
                metadata: BroadcastMetadata(transmitPower: -14).encoded,
                rssi: Int8(number % 100 - 100),
                time: time,
                previousScan: UnixTime(Int64(number))
            )
        }
        let matches = KernelMatcher(sightings: sightings).matches(of: [key])
        #expect(matches.first?.sightings.count == sightings.count { $0.identifier != stranger })
        #expect(describe(matches) == describe(DictionaryMatcher(sightings: sightings).matches(of: [key])))
    }

    @Test("the kernel reads our types in place")
    func layout() {
        #expect(KernelLayout.isAsExpected)
    }

    @Test("the index grows with the sightings, not with the keys")
    func size() {
        func size(_ count: Int) -> Int {
            var generator = SeededGenerator(seed: 1)
            let identifiers = (0..<count).map { _ in RollingProximityIdentifier(.random(using: &generator)) }
            return KernelMatcher(sightings: identifiers.map { Sighting($0, at: UnixTime(0)) }).size
        }
        #expect(size(0) < 16 << 10)
        #expect(size(20_000) < 2 << 20)
    }

    private func describe(_ matches: some Sequence<Match>) -> [MatchDescription] { MatchDescription.all(of: matches) }
}

/// Keys and sightings drawn at random: seen in time, at the ends of the tolerance, too late, twice, or never.
struct KernelTown {
    let keys: [DiagnosisKey]
    let sightings: [Sighting]

    init(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let keys = try (0..<40).map { _ in
            try Self.key(
                seed: generator.next(),
                start: 2_656_800 + .random(in: 0..<300, using: &generator),
                period: .random(in: 1...144, using: &generator)
            )
        }
        self.keys = keys
        sightings = (0..<400).flatMap { number -> [Sighting] in
            guard number % 2 == 0, let key = keys.randomElement(using: &generator) else {
                return [Sighting(RollingProximityIdentifier(.random(using: &generator)), at: UnixTime(0))]
            }
            // Some intervals are before the key's start or after its end.
            let interval = IntervalNumber(key.key.rollingStart.rawValue - 5 + .random(in: 0..<155, using: &generator))
            let identifier = DerivedKeys(of: key.key.keyData).identifier(at: interval)
            let offsets = [-7201, -7200, 0, 599, 7799, 7800, Int64.random(in: -9000...9000, using: &generator)]
            return (0..<Int.random(in: 1...3, using: &generator)).map { _ in
                let offset = offsets.randomElement(using: &generator) ?? 0
                return Sighting(identifier, at: interval.start.advanced(bySeconds: offset))
            }
        }
    }

    static func key(seed: UInt64, start: UInt32, period: Int) throws -> DiagnosisKey {
        var generator = SeededGenerator(seed: seed)
        return DiagnosisKey(
            key: try TemporaryExposureKey(Bytes16.random(using: &generator).bytes, start: start, period: period),
            transmissionRiskLevel: Int(seed % 9),
            reportType: .confirmedTest,
            daysSinceOnsetOfSymptoms: Int(seed % 29) - 14
        )
    }
}
