import ArgumentParser
import CMachineLimits
import ExposurePrimitives
import Foundation
import GAENCore

/// Matches keys that are in memory, on one core and on all, beside bare loops of what matching consists of.
struct MatchingBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "matching")

    @Option(help: "Keys in all.")
    var keys = 1_000_000

    @Option(help: "Sightings of the phone.")
    var sightings = 20_000

    @Option(help: "The kernel's path; the fastest if not given.")
    var path: String?

    @Flag(help: "Run the bare loops a thousandth as long, to see that they work.")
    var smoke = false

    func run() async throws {
        guard let path = path.map({ KernelPath(rawValue: $0) }) ?? .best, path.isSupported else {
            throw ValidationError("not a path of this processor: \(KernelPath.allCases.map(\.rawValue))")
        }
        let phone = try BenchPhone(keys: keys, sightings: sightings)
        let making = Stopwatch()
        let matcher = KernelMatcher(sightings: phone.sightings, path: path)
        var figures = ["index_seconds": making.cpuSeconds, "index_bytes": Double(matcher.size), "keys": Double(keys)]
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let limits = MachineLimits(isWide: path == .x86AVX512, sightings: sightings)
        var rounds: [Round] = []
        for _ in 0..<9 {
            rounds.append(try await round(phone, matcher, cores: cores, limits))
        }
        // In turn, and the best of each: what others do on the machine falls on both sides alike.
        figures["one_core_seconds"] = rounds.map(\.oneCore).min()
        for part in MachineLimits.parts {
            figures["limit_\(part.name)_seconds_per_key"] = rounds.compactMap { $0.limits[part.name] }.min()
        }
        figures["all_cores_seconds"] = median(rounds.map(\.together))
        figures["linear"] = median(rounds.map { $0.alone / $0.together / Double(cores) })
        figures["cores_got"] = median(rounds.map(\.coresGot))
        figures["cores"] = Double(cores)
        try report(figures)
    }

    /// Seconds, of the processor for one core and its limits, on the wall to compare one core with all.
    private struct Round {
        let oneCore: Double
        let alone: Double
        let together: Double
        let coresGot: Double
        let limits: [String: Double]
    }

    private func round(
        _ phone: BenchPhone,
        _ matcher: KernelMatcher,
        cores: Int,
        _ limits: MachineLimits
    ) async throws -> Round {
        let one = Stopwatch()
        let found = matcher.matches(of: phone.keys)
        let (oneCore, alone) = (one.cpuSeconds, one.wallSeconds)
        try phone.check(found.count)
        let all = Stopwatch()
        _ = try await matcher.matches(of: phone.keys, workers: cores)
        let (together, work) = (all.wallSeconds, all.cpuSeconds)
        return Round(
            oneCore: oneCore,
            alone: alone,
            together: together,
            coresGot: work / together,
            limits: limits.secondsPerKey(dividingCountsBy: smoke ? 1000 : 1)
        )
    }
}

/// The machine's own limit: processor seconds that a bare loop takes for each part of a key.
struct MachineLimits {
    private let isWide: Bool
    private let filter: [UInt32]
    private let filterLog2: Int

    /// - Parameter sightings: probes go to a filter as large as the kernel's for so many.
    init(isWide: Bool, sightings: Int) {
        self.isWide = isWide
        filterLog2 = (7...22).first { sightings <= 1 << $0 } ?? 22
        var generator = SeededGenerator(seed: 1)
        filter = (0..<1 << filterLog2).map { _ in UInt32(truncatingIfNeeded: generator.next() & generator.next()) }
    }

    /// - Parameter divisor: 1 for the whole loops.
    func secondsPerKey(dividingCountsBy divisor: Int = 1) -> [String: Double] {
        var sink: UInt32 = 0
        var figures: [String: Double] = [:]
        for part in Self.parts {
            let watch = Stopwatch()
            let done = filter.withUnsafeBufferPointer { words in
                let filter = machine_filter(words: words.baseAddress, shift: UInt32(32 - filterLog2))
                return machine_run(part.kind, isWide, part.count / divisor, filter, &sink)
            }
            figures[part.name] = watch.cpuSeconds / Double(max(1, done)) * part.perKey
        }
        return figures
    }

    static let parts: [(name: String, kind: machine_part, count: Int, perKey: Double)] = [
        ("sha256", MACHINE_PART_SHA256_COMPRESSIONS, 4_000_000, 6),
        ("key_schedule", MACHINE_PART_AES_KEY_SCHEDULES, 10_000_000, 1),
        ("aes", MACHINE_PART_AES_BLOCKS, 100_000_000, 144), ("probes", MACHINE_PART_PROBES, 100_000_000, 144),
    ]
}

/// Keys of the last two weeks, and the sightings of a phone that met some of their holders.
struct BenchPhone {
    let keys: [DiagnosisKey]
    let sightings: [Sighting]
    /// How many of the keys it met.
    let planted = 100

    init(keys count: Int, sightings: Int) throws {
        var generator = SeededGenerator(seed: 2)
        let keys = try (0..<count).map { _ in try Self.key(using: &generator) }
        self.keys = keys
        let step = count / planted
        var all = (0..<planted).map { number in
            let key = keys[number * step].key
            let interval = IntervalNumber(key.rollingStart.rawValue + 77)
            return Self.sighting(DerivedKeys(of: key.keyData).identifier(at: interval), at: interval.start)
        }
        while all.count < sightings {
            let stranger = RollingProximityIdentifier(Bytes16.random(using: &generator))
            all.append(Self.sighting(stranger, at: UnixTime(1_594_080_000 + Int64(all.count))))
        }
        self.sightings = all
    }

    /// - Throws: where not as many keys matched as were planted.
    func check(_ matches: Int) throws {
        guard matches == planted else {
            throw ValidationError("\(matches) matches of \(planted)")
        }
    }

    static func key(using generator: inout SeededGenerator) throws -> DiagnosisKey {
        DiagnosisKey(
            key: try TemporaryExposureKey(
                keyData: TemporaryExposureKey.KeyData(Bytes16.random(using: &generator)),
                rollingStart: IntervalNumber(2_656_800 + 144 * .random(in: 0..<14, using: &generator)),
                rollingPeriod: 144
            ),
            transmissionRiskLevel: 8
        )
    }

    private static func sighting(_ identifier: RollingProximityIdentifier, at time: UnixTime) -> Sighting {
        Sighting(
            identifier: identifier,
            metadata: BroadcastMetadata(transmitPower: -14).encoded,
            rssi: -60,
            time: time,
            previousScan: nil
        )
    }
}

func median(_ values: [Double]) -> Double {
    values.sorted()[values.count / 2]
}
