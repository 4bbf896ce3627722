import ExposurePrimitives
import ExposureTesting
import Foundation
import PhonePorts
import ProximityRadio
import Testing

@testable import PhonePage

@Suite("A cast's folder")
struct CastTests {
    private struct StillClock: WallClock {
        func now() -> UnixTime { UnixTime(1_795_255_200) }
    }

    private func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "avviso-cast-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    @Test("holds a clock that all of the cast share and that never goes back")
    func clock() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let clock = CastClock(folder: folder, base: StillClock())
        #expect(clock.lead == 0)
        let later = clock.now().advanced(bySeconds: 3600)
        try clock.move(to: later)
        #expect(CastClock(folder: folder, base: StillClock()).now() == later)
        try clock.move(to: StillClock().now())
        #expect(clock.now() == later)
    }

    @Test("with a damaged clock file has the machine's time", arguments: ["", "x", "-5", "99999999999999999999"])
    func damagedClock(content: String) throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(content.utf8).write(to: folder.appending(path: "clock"))
        #expect(CastClock(folder: folder, base: StillClock()).now() == StillClock().now())
    }

    @Test("tells of the phones that run, in files for their user alone")
    func neighbours() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let name = try #require(PhoneName("Anna"))
        let air = AirAccess(folder: folder)
        try air.announce(name, port: 4711)
        let found = NeighbourFile.all(in: folder)
        #expect(found.map(\.name) == ["Anna"])
        #expect(found.map(\.port) == [4711])
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.appending(path: "nearby-Anna").path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        air.withdraw(name)
        #expect(NeighbourFile.all(in: folder).isEmpty)
    }

    @Test("takes names that can be a file's", arguments: ["", "../x", "a b", String(repeating: "a", count: 33)])
    func names(text: String) {
        #expect(PhoneName(text) == nil)
        #expect(PhoneName("Zoë1") != nil)
    }

    @Test("sends packets between processes unchanged")
    func packets() throws {
        var generator = SeededGenerator(seed: 1)
        let broadcast = Broadcast(packet: [2, 1, 26], address: RadioAddress.random(using: &generator))
        let sent = try JSONEncoder().encode(AirBroadcast(broadcast))
        #expect(try JSONDecoder().decode(AirBroadcast.self, from: sent).broadcast == broadcast)
        let silence = try JSONEncoder().encode(AirBroadcast(nil))
        #expect(try JSONDecoder().decode(AirBroadcast.self, from: silence).broadcast == nil)
        let heard = ReceivedAdvertisement(packet: [1], rssi: -60, time: UnixTime(7), previousScan: nil)
        let told = try JSONEncoder().encode([AirAdvertisement(heard)])
        #expect(try JSONDecoder().decode([AirAdvertisement].self, from: told).map(\.heard) == [heard])
    }
}
