import ExposureFramework
import ExposurePrimitives
import Foundation
import PhonePageTesting
import PhonePorts
import PhoneSimulation
import ProximityRadio
import Synchronization
import Testing

@testable import PhonePage

/// Clients with connections take the phone's address from its framework.
@Suite("A phone whose clients use the framework and connections")
struct OneAddressTests {
    /// Anna's and Bruno's phones, each with a framework and a client that needs quarters of an hour.
    private func withPair(_ body: (TrialCast, TrialPage, TrialPage) async throws -> Void) async throws {
        try await TrialCast.with { cast in
            var pages: [TrialPage] = []
            for name in ["Anna", "Bruno"] {
                let badge = TrialClient("badge", name: "Badge", usesFramework: false, rotation: .quarterHours)
                let page = try await cast.page(of: name, [badge, TrialCast.diary()])
                _ = try await page.post("/phone", ["client": "diary", "do": "open"])
                _ = try await page.answer("allow")
                _ = try await page.answer("refuse")
                pages.append(page)
            }
            try await body(cast, pages[0], pages[1])
        }
    }

    @Test("has one address in a meeting, with one identifier, in each quarter of an hour")
    func meeting() async throws {
        try await withPair { _, anna, bruno in
            var logs: [AddressLog] = []
            for page in [anna, bruno] {
                let parts = await page.phone.parts
                let log = AddressLog(framework: try #require(parts["diary"]?.running.framework), of: parts.system)
                parts.system.antenna(of: "diary").start(serving: log)
                parts.system.connections(of: "badge").startConnecting(for: log)
                logs.append(log)
            }
            let meeting: KeyValuePairs = ["do": "meet", "whom": "Bruno", "metres": "1", "minutes": "40"]
            #expect(try await anna.post("/tester", meeting) == 303)
            for log in logs {
                let (packets, advertised) = log.seen
                // The clock of the cast began at the beginning of a quarter of an hour.
                #expect(packets.count == 3 && packets == advertised)
                #expect(packets.values.allSatisfy { $0.count == 1 })
                #expect(Set(packets.values.flatMap(\.self)).count == 3)
            }
        }
    }

    @Test("has the same address after a restart, and none while the framework is off")
    func off() async throws {
        try await withPair { _, anna, _ in
            let now = anna.phone.clock.now()
            let before = await anna.phone.parts.system
            let address = try #require(await before.frameworkAddress.address(at: now))
            try await anna.phone.restart()
            let after = await anna.phone.parts.system
            #expect(await before.frameworkAddress.address(at: now) == nil, "the phone before is forgotten")
            #expect(await after.frameworkAddress.address(at: now) == address)
            #expect(try await anna.post("/tester", ["client": "diary", "do": "revoke"]) == 303)
            #expect(await after.frameworkAddress.address(at: now) == nil)
        }
    }

    @Test("keeps its irregular times without a client that needs quarters of an hour")
    func schedule() throws {
        let (name, folder) = (try #require(PhoneName("Anna")), FileManager.default.temporaryDirectory)
        let badge = TrialClient("badge", name: "Badge", usesFramework: false, rotation: .quarterHours)
        let cases: [([TrialClient], RotationSchedule)] = [
            ([TrialCast.diary()], .irregular), ([TrialCast.diary(), badge], .quarterHours),
        ]
        for (clients, expected) in cases {
            let plan = try PhonePlan(name: name, castFolder: folder, platform: .iOS, clients: clients)
            #expect(plan.rotation == expected)
        }
    }
}

/// What a phone sends from which address: on both radios, by the quarter of an hour.
private final class AddressLog: ProximityPeer, ConnectionPeer {
    typealias Addresses = [Int64: Set<RadioAddress>]

    let values: [ConnectionValue] = []
    private let framework: PortableExposureFramework
    private let system: SimulatedSystem
    private let content = Mutex<(packets: Addresses, advertised: Addresses)>(([:], [:]))

    init(framework: PortableExposureFramework, of system: SimulatedSystem) {
        (self.framework, self.system) = (framework, system)
    }

    var seen: (packets: Addresses, advertised: Addresses) { content.withLock { $0 } }

    func broadcast(at time: UnixTime) async -> Broadcast? {
        let broadcast = await framework.broadcast(at: time)
        if let address = broadcast?.address {
            content.withLock { _ = $0.packets[time.seconds / 900, default: []].insert(address) }
        }
        return broadcast
    }

    func advertise(at time: UnixTime) async -> Broadcast? {
        guard let address = await system.frameworkAddress.address(at: time) else {
            return nil
        }
        content.withLock { _ = $0.advertised[time.seconds / 900, default: []].insert(address) }
        return Broadcast(packet: [1], address: address)
    }

    func receive(_ heard: [ReceivedAdvertisement]) async {}
    func receive(_ heard: [ConnectableAdvertisement]) async {}
    func read(_ value: ConnectionValueID, over _: ConnectionID) async throws(ConnectionRefusal) -> [UInt8] { [] }
    func accept(
        _ bytes: [UInt8],
        for value: ConnectionValueID,
        over connection: ConnectionID
    ) async throws(ConnectionRefusal) {}
    func forget(_ connection: ConnectionID) async {}
}
