import CGAENKernel
import Crypto
import ExposurePrimitives
@testable import GAENCore
import Testing

/// The C kernel alone, without the types that keep wrong input away from it.
@Suite("Kernel")
struct KernelTests {
    @Test("every path derives the identifiers that swift-crypto derives", arguments: KernelPath.supported)
    func identifiers(path: KernelPath) throws {
        var generator = SeededGenerator(seed: 11)
        // More than two batches, the last not full; the last window ends with the last possible interval.
        let keys = try (0..<37).map { number in
            try TemporaryExposureKey(
                Bytes16.random(using: &generator).bytes,
                start: number == 36 ? .max - 144 : .random(in: 0...3_000_000, using: &generator)
            )
        }
        let derived = identifiers(of: keys.map(\.record), by: path)
        #expect(derived == keys.flatMap { $0.identifiers().map(\.identifier.bytes) })
    }

    @Test("every path derives the identifiers of the specification's example key", arguments: KernelPath.supported)
    func specification(path: KernelPath) throws {
        let data = gaen_bytes16(high: 0x75C7_34C6_DD1A_782D, low: 0xE7A9_65DA_5EB9_3125)
        let key = gaen_key(data: data, rolling_start: 2_642_976, padding: 0, rolling_period: 144)
        let derived = identifiers(of: [key], by: path).map(Hex.encode)
        #expect(derived.first == "8be6cd371c5c891604bfbe49df845096")
        #expect(derived.last == "f431b62ecf443102ce4ed0407de54bd4")
    }

    @Test("every path makes the codes that swift-crypto makes", arguments: KernelPath.supported)
    func codes(path: KernelPath) {
        var generator = SeededGenerator(seed: 12)
        for length in 0...KernelAuthenticator.maxMessage {
            let message = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            // No batch, parts of one, whole ones, and two that are not full.
            for count in [0, 1, 15, 16, 17, 33] {
                let keys = (0..<count).map { _ in
                    KernelAuthenticator.Words(generator.next(), generator.next(), generator.next(), generator.next())
                }
                var codes = keys
                KernelAuthenticator.authenticate(message, under: &codes, path: path)
                let expected = keys.map { key in
                    Array(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: bytes(of: key))))
                }
                #expect(codes.map(bytes) == expected, "\(length) bytes, \(count) keys")
            }
        }
    }

    private func bytes(of words: KernelAuthenticator.Words) -> [UInt8] {
        (0..<32).map { UInt8(truncatingIfNeeded: words[$0 / 8] >> (56 - $0 % 8 * 8)) }
    }

    @Test("each interval of each period is found, and none after the period", arguments: KernelPath.supported)
    func periods(path: KernelPath) throws {
        let records = (1...144).map { record(seed: UInt64($0), period: $0) }
        let sightings = identifiers(of: records, by: .portable)
        let hits = hits(of: records, among: sightings, by: path)
        let expected = (0..<144).flatMap { key in
            (0...key).map { Hit(key: key, interval: $0, identifier: key * 144 + $0) }
        }
        #expect(hits == expected)
    }

    @Test("a period outside 1…144 has no identifiers", arguments: KernelPath.supported)
    func wrongPeriods(path: KernelPath) throws {
        let periods = [Int.min, -1, 0, 145, 1 << 32 + 1, .max]
        let records = periods.map { record(seed: 5, period: $0) } + [record(seed: 5, period: 1)]
        let hits = hits(of: records, among: identifiers(of: records, by: .portable), by: path)
        #expect(hits == [Hit(key: 6, interval: 0, identifier: 0)])
    }

    @Test("intervals beyond the last 32-bit number do not exist", arguments: KernelPath.supported)
    func lastInterval(path: KernelPath) throws {
        let records = [UInt32.max, .max - 1, .max - 143, .max - 144].map { record(seed: 6, start: $0, period: 144) }
        // Sightings of the same key, so that all four windows search the first key's identifiers.
        let sightings = identifiers(of: records, by: .portable)
        let counts = Dictionary(grouping: hits(of: records, among: sightings, by: path), by: \.key).mapValues(\.count)
        #expect(counts == [0: 1, 1: 2, 2: 144, 3: 144])
    }

    @Test("a full buffer loses nothing", arguments: KernelPath.supported)
    func resuming(path: KernelPath) throws {
        let records = (0..<20).map { record(seed: $0, period: $0 == 7 ? 144 : 5) }
        let sightings = identifiers(of: records, by: .portable)
        let all = hits(of: records, among: sightings, by: path)
        #expect(all.count == 19 * 5 + 144)
        for capacity in [1, 2, 5, 63, 64, 65, 143, 144, all.count - 1, all.count, all.count + 1] {
            #expect(hits(of: records, among: sightings, by: path, capacity: capacity) == all)
        }
    }

    @Test("records may have any length and any address", arguments: KernelPath.supported)
    func alignment(path: KernelPath) throws {
        let records = (0..<18).map { record(seed: $0, period: 3) }
        let sightings = identifiers(of: records, by: .portable)
        let expected = hits(of: records, among: sightings, by: path)
        #expect(expected.count == 54)
        for (stride, offset) in [(32, 1), (33, 0), (41, 7), (64, 4)] {
            var bytes = [UInt8](repeating: 0xA5, count: offset + stride * records.count)
            for (number, record) in records.enumerated() {
                withUnsafeBytes(of: record) { record in
                    bytes.replaceSubrange((offset + number * stride)..<(offset + number * stride + 32), with: record)
                }
            }
            let found = bytes.withUnsafeBytes { buffer in
                let address = buffer.baseAddress?.advanced(by: offset)
                return hits(at: address, stride: stride, count: 18, among: sightings, by: path, capacity: 100)
            }
            #expect(found == expected)
        }
    }

    @Test("sightings that share parts with real identifiers are not matched", arguments: KernelPath.supported)
    func collisions(path: KernelPath) throws {
        let records = (0..<20).map { record(seed: $0, period: 144) }
        let real = identifiers(of: records, by: .portable)
        var generator = SeededGenerator(seed: 12)
        var sightings: [[UInt8]] = []
        for number in 0..<5000 {
            // All except one of the four words, or of the bytes, are those of a real identifier; that one differs.
            var forged = real[number % real.count]
            let byte = Int.random(in: 0..<16, using: &generator)
            forged[byte] ^= UInt8.random(in: 1...255, using: &generator)
            if number % 2 == 0 {
                for other in byte / 4 * 4..<byte / 4 * 4 + 4 where other != byte {
                    forged[other] = .random(in: 0...255, using: &generator)
                }
            }
            sightings.append(forged)
        }
        // Thousands share the first, the second, the third or the fourth word with one real identifier.
        for number in 0..<8000 {
            let word = number / 2000 * 4
            var forged = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
            forged.replaceSubrange(word..<word + 4, with: real[77][word..<word + 4])
            sightings.append(forged)
        }
        #expect(hits(of: records, among: sightings, by: path).isEmpty)
        sightings += [real[77], real[77], real[2879]]
        let expected = [Hit(key: 0, interval: 77, identifier: 13000), Hit(key: 19, interval: 143, identifier: 13002)]
        #expect(hits(of: records, among: sightings, by: path) == expected)
    }

    @Test("without sightings, and with equal ones, the kernel finds the right number", arguments: KernelPath.supported)
    func degenerate(path: KernelPath) throws {
        let records = (0..<17).map { record(seed: $0, period: 144) }
        #expect(hits(of: records, among: [], by: path).isEmpty)
        let real = identifiers(of: records, by: .portable)
        let equal = [[UInt8]](repeating: real[144 * 16 + 9], count: 3000)
        #expect(hits(of: records, among: equal, by: path) == [Hit(key: 16, interval: 9, identifier: 0)])
        #expect(hits(of: [], among: equal, by: path).isEmpty)
    }

    @Test("equal identifiers keep the given order, also among others of their bucket")
    func equalIdentifiers() {
        let record = record(seed: 3, period: 2)
        let real = identifiers(of: [record], by: .portable)
        // The third word chooses the bucket, so these three share one with the first identifier.
        let neighbours = (1...3).map { number in Array(repeating: UInt8(number), count: 8) + real[0][8...] }
        let sightings = [
            neighbours[0], real[0], neighbours[1], real[1], real[0], neighbours[2], real[0], neighbours[0], real[1],
        ]
        let index = index(of: sightings)
        defer { gaen_index_destroy(index) }
        var hits = [gaen_hit](repeating: gaen_hit(), count: 4)
        var position = gaen_position()
        let count = gaen_match(index, GAEN_PATH_PORTABLE, [record], 32, 1, &position, &hits, hits.count)
        #expect(hits[..<count].map { numbers(of: $0, in: index) } == [[1, 4, 6], [3, 8]])
    }

    @Test("all paths give the same result for random batches", arguments: [1, 2, 3] as [UInt64])
    func differential(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let records = (0..<Int.random(in: 30...90, using: &generator)).map { _ in
            record(
                seed: generator.next(),
                start: Bool.random(using: &generator) ? .random(in: 0 ... .max, using: &generator) : 2_656_800,
                period: .random(in: -3...147, using: &generator)
            )
        }
        let real = identifiers(of: records, by: .portable)
        let sightings = (0..<Int.random(in: 1...4000, using: &generator)).map { _ in
            Int.random(in: 0..<20, using: &generator) == 0
                ? real.randomElement(using: &generator) ?? [] : Bytes16.random(using: &generator).bytes
        }
        let expected = hits(of: records, among: sightings, by: .portable)
        for path in KernelPath.allCases where path.isSupported {
            #expect(hits(of: records, among: sightings, by: path) == expected, "\(path)")
        }
    }

    @Test("the chosen path runs on this processor, and the portable path always does")
    func dispatch() {
        for path in KernelPath.allCases where !path.isSupported {
            print("Kernel: this processor cannot take the path \(path.rawValue): NOT TESTED here.")
        }
        #expect(KernelPath.best.isSupported)
        #expect(KernelPath.portable.isSupported)
        #expect(KernelPath.best.kernelValue == gaen_path_best())
        #expect(Set(KernelPath.allCases.map(\.kernelValue.rawValue)).count == Int(GAEN_PATH_COUNT))
    }

    // MARK: - Calling C

    private struct Hit: Equatable {
        let key, interval: Int
        /// The first sighting with the identifier.
        let identifier: Int
    }

    private func index(of sightings: [[UInt8]]) -> OpaquePointer? {
        let identifiers = sightings.compactMap(Bytes16.init).map { gaen_bytes16($0) }
        return gaen_index_create(identifiers, MemoryLayout<gaen_bytes16>.stride, identifiers.count)
    }

    /// The numbers of all sightings with the hit's identifier.
    private func numbers(of hit: gaen_hit, in index: OpaquePointer?) -> [Int] {
        var numbers: [Int] = []
        var entry = hit.entry
        while entry != GAEN_NO_ENTRY {
            numbers.append(Int(gaen_index_number(index, entry)))
            entry = gaen_index_next(index, entry)
        }
        return numbers
    }

    private func record(seed: UInt64, start: UInt32 = 2_656_800, period: Int) -> gaen_key {
        var generator = SeededGenerator(seed: seed)
        let data = gaen_bytes16(high: generator.next(), low: generator.next())
        return gaen_key(data: data, rolling_start: start, padding: 0, rolling_period: Int64(period))
    }

    private func identifiers(of records: [gaen_key], by path: KernelPath) -> [[UInt8]] {
        var bytes = [UInt8](repeating: 0, count: records.count * 144 * 16)
        bytes.withUnsafeMutableBytes { buffer in
            let address = buffer.baseAddress?.assumingMemoryBound(to: KernelIdentifier.self)
            gaen_identifiers(path.kernelValue, records, records.count, address)
        }
        return stride(from: 0, to: bytes.count, by: 16).map { Array(bytes[$0..<$0 + 16]) }
    }

    private func hits(
        of records: [gaen_key],
        among sightings: [[UInt8]],
        by path: KernelPath,
        capacity: Int = 4096
    ) -> [Hit] {
        let (stride, count) = (MemoryLayout<gaen_key>.stride, records.count)
        return records.withUnsafeBytes {
            hits(at: $0.baseAddress, stride: stride, count: count, among: sightings, by: path, capacity: capacity)
        }
    }

    private func hits(
        at address: UnsafeRawPointer?,
        stride: Int,
        count: Int,
        among sightings: [[UInt8]],
        by path: KernelPath,
        capacity: Int
    ) -> [Hit] {
        let index = index(of: sightings)
        defer { gaen_index_destroy(index) }
        var found: [Hit] = []
        var position = gaen_position()
        var buffer = [gaen_hit](repeating: gaen_hit(), count: capacity)
        while position.key < count {
            let written = gaen_match(index, path.kernelValue, address, stride, count, &position, &buffer, capacity)
            found += buffer[..<written].map { hit in
                let first = numbers(of: hit, in: index).first ?? -1
                return Hit(key: Int(hit.key), interval: Int(hit.interval), identifier: first)
            }
        }
        return found
    }
}

/// Sixteen bytes, as Swift imports `uint8_t[16]`.
private typealias KernelIdentifier = (
    UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8
)

extension gaen_bytes16 {
    fileprivate init(_ bytes: Bytes16) {
        self.init(high: bytes.words.high, low: bytes.words.low)
    }
}

extension KernelPath {
    /// The paths that this processor can run.
    static let supported = allCases.filter(\.isSupported)
}

extension TemporaryExposureKey {
    fileprivate var record: gaen_key {
        let (high, low) = keyData.exposedWords
        let (data, period) = (gaen_bytes16(high: high, low: low), Int64(rollingPeriod))
        return gaen_key(data: data, rolling_start: rollingStart.rawValue, padding: 0, rolling_period: period)
    }
}
