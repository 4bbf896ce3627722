import AssociationExchange
import AssociationProtocol
import ExposureFramework
import ExposurePrimitives
import ExposureTesting
import PhonePorts
import PhoneSimulation
import ProximityRadio
import Synchronization
import Testing

/// T1: an observer hears everything, and knows at each moment which signals come from the same phone. It must not
/// recognise a phone in another interval.
@Suite("An observer of the air")
struct ObserverTests {
    private static let phones = Effort.choose(quick: 160, whole: 10_000)
    private static let intervals = 3

    @Test("links no two intervals of a phone, by any eight bytes or by a classifier")
    func unlinkable() async throws {
        let observed = try await Self.observe(.asDesigned)
        #expect(observed.recurring == 0)
        // Four standard errors of an area without any information.
        let tolerance = max(0.02, 4 / (6 * Double(Self.phones)).squareRoot())
        #expect(abs(observed.area(from: 0, to: 1) - 0.5) < tolerance)
        #expect(abs(observed.area(from: 0, to: 2) - 0.5) < tolerance)
    }

    @Test(
        "links phones that keep their key, and phones whose schemes change at different moments",
        arguments: Leak.leaks
    )
    func controls(leak: Leak) async throws {
        let observed = try await Self.observe(leak)
        #expect(observed.recurring > 0)
        #expect(observed.area(from: 0, to: 2) > 0.8)
    }

    enum Leak: CaseIterable {
        case asDesigned, frozenKey, separateClocks

        static let leaks = [frozenKey, separateClocks]
    }

    /// Pairs of phones, each with a framework beside the exchange, over three intervals.
    private static func observe(_ leak: Leak) async throws -> Observations {
        var observations = Observations()
        let count = leak == .asDesigned ? phones : 40
        for first in stride(from: 0, to: count, by: 2) {
            let sample = SampleAssociationAir()
            let log = RadioLog()
            var members: [(phone: AirPhone, framework: PortableExposureFramework)] = []
            for number in [first, first + 1] {
                let schedule: RotationSchedule = leak == .separateClocks ? .irregular : .quarterHours
                let framework = try await BesideGAENTests.boot(schedule, seed: UInt64(number) + 50_000)
                let separate = ClockedAddress(using: SeededGenerator(seed: UInt64(number) + 90_000))
                let addresses: any RadioAddressSource =
                    leak == .separateClocks ? separate : FrameworkAddress(of: framework)
                let phone = try sample.phone(
                    seed: UInt64(number),
                    attestation: authority,
                    metres: Double(number - first),
                    addresses: addresses
                ) { radio in
                    // The other phone of the pair sent the bytes that this one reads.
                    WatchedRadio(radio: radio, hear: { log.add($0, from: $1 ? number : number ^ 1) })
                }
                if leak == .frozenKey {
                    phone.account.freezeKey()
                }
                members.append((phone, framework))
            }
            // Looks in the first minute and in the last of each interval show every change between them.
            for look in 0..<intervals * 2 {
                await sample.air.scan()
                for (offset, member) in members.enumerated() {
                    let now = sample.clock.now()
                    var signals = log.take(from: first + offset)
                    let exchange = await member.phone.peer.advertise(at: now)
                    let framework = await member.framework.broadcast(at: now)
                    for broadcast in [exchange, framework] {
                        let heard = try #require(broadcast)
                        signals += [heard.packet, heard.address.bytes]
                    }
                    signals.append(try await member.phone.peer.read(ExchangeValues.identity, over: ConnectionID(9)))
                    observations.add(signals, of: first + offset, in: look / 2)
                }
                sample.clock.advance(bySeconds: look.isMultiple(of: 2) ? 840 : 60)
            }
        }
        return observations
    }

    private static let authority = try? AttestationSigningKey(SecretBytes([UInt8](repeating: 7, count: 32)))
}

/// What the observer heard, and what it makes of it.
private struct Observations {
    /// Eight bytes, and the phone and interval that sent them first.
    private var owners: [UInt64: (phone: Int, interval: Int)] = [:]
    /// Phones of which signals in two intervals share eight bytes.
    private var links: [Int: Set<Set<Int>>] = [:]
    /// For each phone and interval, the bytes that a classifier compares.
    private var bundles: [Int: [Int: [UInt8]]] = [:]

    /// Eight bytes that were sent in two intervals.
    private(set) var recurring = 0

    mutating func add(_ signals: [[UInt8]], of phone: Int, in interval: Int) {
        bundles[phone, default: [:]][interval, default: []] += signals.joined()
        for signal in signals {
            for token in Self.withoutHeads(signal).flatMap(Self.tokens) {
                if let owner = owners[token], owner.interval != interval {
                    recurring += 1
                    links[phone, default: []].insert([owner.interval, interval])
                } else {
                    owners[token] = (phone, interval)
                }
            }
        }
    }

    /// The area under the curve of a classifier: the chance that two bundles of one phone look more alike than two
    /// bundles of different phones. A half says that it learned nothing.
    func area(from first: Int, to second: Int) -> Double {
        let phones = bundles.keys.sorted()
        var same: [Double] = []
        var different: [Double] = []
        for (position, phone) in phones.enumerated() {
            // Not the partner of the exchange, whose bytes are in the same packets.
            let other = phones[(position + 2) % phones.count]
            same.append(likeness(of: phone, first, and: phone, second))
            different.append(likeness(of: phone, first, and: other, second))
        }
        return Self.area(same, different)
    }

    private func likeness(of phone: Int, _ first: Int, and other: Int, _ second: Int) -> Double {
        guard let one = bundles[phone]?[first], let two = bundles[other]?[second] else {
            return 0
        }
        let equal = zip(one, two).reduce(0) { $0 + ($1.0 == $1.1 ? 1 : 0) }
        let length = abs(one.count - two.count)
        let chain = phone == other && isChained(phone, first, second) ? 1000 : 0
        return Double(equal - length + chain)
    }

    /// Whether shared bytes lead from one interval to the other, directly or through those between.
    private func isChained(_ phone: Int, _ first: Int, _ second: Int) -> Bool {
        let found = links[phone] ?? []
        return found.contains([first, second])
            || (first..<second).allSatisfy { found.contains([$0, $0 + 1]) }
    }

    /// The Mann-Whitney statistic: ties count half.
    private static func area(_ same: [Double], _ different: [Double]) -> Double {
        let all = (same.map { ($0, true) } + different.map { ($0, false) }).sorted { $0.0 < $1.0 }
        var (rank, sum) = (0, 0.0)
        while rank < all.count {
            let end = all[rank...].firstIndex { $0.0 != all[rank].0 } ?? all.count
            let mean = Double(rank + end + 1) / 2
            sum += mean * Double(all[rank..<end].count { $0.1 })
            rank = end
        }
        let count = Double(same.count)
        return (sum - count * (count + 1) / 2) / (count * Double(different.count))
    }

    private static func tokens(of signal: [UInt8]) -> [UInt64] {
        var (token, tokens) = (UInt64(0), [UInt64]())
        for (index, byte) in signal.enumerated() {
            token = token << 8 | UInt64(byte)
            if index >= 7 {
                tokens.append(token)
            }
        }
        return tokens
    }

    /// The parts of a signal between what all phones send: the service, the head of the framework's packet, and the
    /// headers of packets. Eight bytes of which seven are such a head recur by chance.
    private static func withoutHeads(_ signal: [UInt8]) -> [[UInt8]] {
        let framework: [UInt8] = [0x02, 0x01, 0x1A, 0x03, 0x03, 0x6F, 0xFD, 0x17, 0x16, 0x6F, 0xFD]
        let jurisdiction: [UInt8] = [0x01, 0x7C, 0x00, 0x09]
        guard signal != ExchangeValues.packet else {
            return []
        }
        guard !signal.starts(with: framework) else {
            return [Array(signal.dropFirst(framework.count))]
        }
        var parts: [[UInt8]] = [[]]
        for byte in signal {
            parts[parts.count - 1].append(byte)
            if parts[parts.count - 1].suffix(jurisdiction.count) == jurisdiction[...] {
                // The code of the packet is before the jurisdiction.
                parts[parts.count - 1].removeLast(jurisdiction.count + 1)
                parts.append([])
            }
        }
        return parts
    }
}

/// The bytes that phones sent over connections, by phone.
private final class RadioLog: Sendable {
    private let content = Mutex<[Int: [[UInt8]]]>([:])

    func add(_ bytes: [UInt8], from phone: Int) { content.withLock { $0[phone, default: []].append(bytes) } }

    func take(from phone: Int) -> [[UInt8]] { content.withLock { $0.removeValue(forKey: phone) ?? [] } }
}

extension RadioAddress {
    var bytes: [UInt8] { (0..<6).map { UInt8(truncatingIfNeeded: rawValue >> (8 * $0)) } }
}
