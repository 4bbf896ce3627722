import ExposurePrimitives
import ExposureTesting
import Foundation
import PhonePorts
import ProximityRadio
import Testing

@testable import PhonePage

@Suite("A cast's folder")
final class CastTests: Sendable {
    private let still = ManualClock(UnixTime(1_795_255_200))
    private let folder = FileManager.default.temporaryDirectory.appending(path: "avviso-cast-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    @Test("has a clock that the whole cast shares and that never goes back")
    func clock() throws {
        let clock = CastClock(folder: folder, base: still)
        #expect(clock.lead == 0)
        let later = clock.now().advanced(bySeconds: 3600)
        try clock.move(to: later)
        #expect(CastClock(folder: folder, base: still).now() == later)
        try clock.move(to: still.now())
        #expect(clock.now() == later)
    }

    @Test("uses the machine's time if its clock file is damaged", arguments: ["", "x", "-5", "99999999999999999999"])
    func damagedClock(content: String) throws {
        try Data(content.utf8).write(to: folder.appending(path: "clock"))
        #expect(CastClock(folder: folder, base: still).now() == still.now())
    }

    @Test("lists the running members, in files that only their user can read")
    func members() throws {
        let name = try #require(PhoneName("Anna"))
        let phone = CastAccess(to: name, in: folder)
        let authority = CastAuthorityService(to: Confidant(), in: folder).access
        try phone.announce(port: 4711)
        try authority.announce(port: 4712)
        let found = CastMemberFile.all(in: folder)
        #expect(found.map(\.role) == [.authority, .phone("Anna")] && found.map(\.port) == [4712, 4711])
        for file in ["nearby-Anna", "authority"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.appending(path: file).path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
        phone.withdraw()
        #expect(CastMemberFile.all(in: folder).map(\.role) == [.authority])
        authority.withdraw()
        #expect(CastMemberFile.all(in: folder).isEmpty)
    }

    @Test("gives a phone to one holder at a time, and to the next afterwards")
    func lock() throws {
        let (anna, bruno) = (try #require(PhoneName("Anna")), try #require(PhoneName("Bruno")))
        try withExtendedLifetime(try PhoneLock(anna, in: folder)) {
            #expect(throws: PhonePageError.isRunning(anna)) { try PhoneLock(anna, in: folder) }
            _ = try PhoneLock(bruno, in: folder)
        }
        _ = try PhoneLock(anna, in: folder)
    }

    @Test("is readable by its user only")
    func makeFolder() throws {
        let made = try PhoneCast.makeFolder(folder.appending(path: "new").path)
        let attributes = try FileManager.default.attributesOfItem(atPath: made.path)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
    }

    @Test("accepts names that are valid for files", arguments: ["", "../x", "a b", String(repeating: "a", count: 33)])
    func names(text: String) {
        #expect(PhoneName(text) == nil)
        #expect(PhoneName("Zoë1") != nil)
    }

    @Test("sends packets between processes unchanged")
    func packets() throws {
        var generator = SeededGenerator(seed: 1)
        for broadcast in [Broadcast(packet: [2, 1, 26], address: .random(using: &generator)), nil] {
            let sent = try JSONEncoder().encode(AirBroadcast(broadcast))
            #expect(try JSONDecoder().decode(AirBroadcast.self, from: sent).broadcast == broadcast)
        }
        let heard = ReceivedAdvertisement(packet: [1], rssi: -60, time: UnixTime(7), previousScan: nil)
        let told = try JSONEncoder().encode([AirAdvertisement(heard)])
        #expect(try JSONDecoder().decode([AirAdvertisement].self, from: told).map(\.heard) == [heard])
    }
}
