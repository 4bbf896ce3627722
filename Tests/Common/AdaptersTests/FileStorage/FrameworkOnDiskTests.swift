import ExposureFramework
import ExposurePrimitives
import ExposureTesting
import FileStorage
import Foundation
import PhonePorts
import PhoneSimulation
import Testing

@Suite("The framework on a disk")
struct FrameworkOnDiskTests {
    @Test("continues after a restart, and leaves no file after a wipe")
    func restart() async throws {
        try await TemporaryFolder.with { folder in
            let clock = ManualClock(UnixTime(1_795_219_200))
            let framework = try Self.boot(in: folder, clock: clock)
            try await framework.enable()
            let broadcast = try #require(await framework.broadcast(at: clock.now()))
            await framework.receive([
                ReceivedAdvertisement(packet: broadcast.packet, rssi: -60, time: clock.now(), previousScan: nil)
            ])

            let again = try Self.boot(in: folder, clock: clock)
            #expect(await again.status == .activated)
            #expect(await again.broadcast(at: clock.now()) == broadcast)
            #expect(await again.rawSightings.count == 1)
            let phone = folder.appending(path: "phone")
            for name in try FileManager.default.contentsOfDirectory(atPath: phone.path) {
                let content = try Data(contentsOf: phone.appending(path: name))
                #expect(content.firstRange(of: Data(broadcast.packet.suffix(20).prefix(16))) == nil)
            }

            try await again.wipe()
            #expect(try FileManager.default.contentsOfDirectory(atPath: phone.path).isEmpty)
            let anew = try Self.boot(in: folder, clock: clock)
            #expect(await anew.status == [.inactivated, .noConsent])
        }
    }

    private static func boot(in folder: URL, clock: ManualClock) throws -> PortableExposureFramework {
        try PortableExposureFramework(
            phone: PortableExposureFramework.Phone(
                radio: SimulatedAntenna(),
                storage: FilePhoneStorage(folder: folder.appending(path: "phone")),
                vault: FileKeyVault(file: folder.appending(path: "framework.key")),
                prompts: AgreeingOwner(),
                alerts: AgreeingOwner(),
                clock: clock,
                generator: SeededGenerator(seed: 1)
            ),
            options: FrameworkOptions()
        )
    }
}

/// An owner who agrees to every question.
private struct AgreeingOwner: PhonePrompts, ExposureAlerts {
    func mayExchangeIdentifiers() async -> Bool { true }
    func mayShareKeys() async -> Bool { true }
    func present(_ alert: ExposureAlert) async {}
}
