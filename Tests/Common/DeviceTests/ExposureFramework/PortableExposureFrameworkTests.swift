import ExposureFramework
import ExposurePrimitives
import ExposureTesting
import GAENCore
import PhonePorts
import PhoneSimulation
import ProximityRadio
import RiskModels
import Testing

@Suite("The exposure framework")
struct PortableExposureFrameworkTests {
    @Test("neither broadcasts, listens nor answers until the owner allows it")
    func unauthorised() async throws {
        let phone = SamplePhone()
        let framework = try phone.boot()
        #expect(await framework.authorisation == .notDetermined)
        #expect(await framework.status == [.inactivated, .noConsent])
        #expect(await phone.broadcast(of: framework) == nil)
        await Self.expectLocked(framework, by: .unauthorised)
    }

    @Test("asks once, and works from then on until it is disabled")
    func enabling() async throws {
        let phone = SamplePhone()
        let framework = try phone.boot()
        try await framework.enable()
        try await framework.enable()
        #expect(phone.owner.exchangeQuestions == 1)
        #expect(await framework.status == .activated)
        #expect(await phone.broadcast(of: framework) != nil)
        try await framework.disable()
        #expect(await framework.status == .inactivated)
        #expect(await phone.broadcast(of: framework) == nil)
        await Self.expectLocked(framework, by: .serviceDisabled)
        try await framework.enable()
        #expect(phone.owner.exchangeQuestions == 1)
    }

    @Test("stays disabled if the owner refuses, and asks again when it is enabled again")
    func refused() async throws {
        let phone = SamplePhone(owner: SampleOwner(exchange: false))
        let framework = try phone.boot()
        await #expect(throws: ExposureFrameworkError.rejectedOptIn) { try await framework.enable() }
        #expect(await framework.authorisation == .refused)
        #expect(await phone.broadcast(of: framework) == nil)
        phone.owner.answer(exchange: true, share: true)
        try await framework.enable()
        #expect(await framework.authorisation == .authorised)
        #expect(phone.owner.exchangeQuestions == 2)
    }

    @Test("forgets the permission and the consent when the owner withdraws it")
    func revoked() async throws {
        let (phone, framework) = try await SamplePhone.enabled()
        _ = try await framework.temporaryExposureKeyHistory()
        try await framework.revokeAuthorisation()
        await Self.expectLocked(framework, by: .unauthorised)
        try await framework.enable()
        _ = try await framework.temporaryExposureKeyHistory()
        #expect((phone.owner.exchangeQuestions, phone.owner.shareQuestions) == (2, 2))
    }

    private static let withoutBluetooth = [
        (BluetoothState.off, ExposureFrameworkError.bluetoothDisabled, FrameworkStatus.bluetoothDisabled),
        (.unsupported, .notSupported, .hardwareNotSupported),
    ]

    @Test("is not enabled without Bluetooth", arguments: withoutBluetooth)
    func bluetooth(state: BluetoothState, error: ExposureFrameworkError, status: FrameworkStatus) async throws {
        let phone = SamplePhone(bluetooth: state)
        let framework = try phone.boot()
        await #expect(throws: error) { try await framework.enable() }
        #expect(await framework.status == [.inactivated, .noConsent, status])
        #expect(phone.owner.exchangeQuestions == 0)
    }

    @Test("neither broadcasts nor listens while Bluetooth is off, and continues by itself")
    func bluetoothOff() async throws {
        let (phone, framework) = try await SamplePhone.enabled()
        let packet = try #require(await phone.broadcast(of: framework)).packet
        phone.antenna.turn(.off)
        #expect(await framework.status == [.inactivated, .bluetoothDisabled])
        #expect(await phone.broadcast(of: framework) == nil)
        await framework.receive([ReceivedAdvertisement(packet, at: phone.clock.now())])
        #expect(await framework.rawSightings.isEmpty)
        // Earlier findings remain available.
        #expect(try await framework.exposureInfos().isEmpty)
        phone.antenna.turn(.on)
        #expect(await framework.status == .activated)
        #expect(await phone.broadcast(of: framework)?.packet == packet)
    }

    @Test("has the numbers of the public interface")
    func codes() {
        #expect(ExposureFrameworkError.allCases.map(\.statusCode) == [13] + Array(39500...39508))
        let bits: [FrameworkStatus] = [
            .activated, .inactivated, .bluetoothDisabled, .noConsent, .hardwareNotSupported, .lowStorage,
        ]
        #expect(bits.map(\.rawValue) == [1, 2, 4, 16, 128, 512])
        #expect(Set(ExposureFrameworkError.allCases.map(\.description)).count == 10)
    }

    @Test("broadcasts identifiers of its key, and changes them together with the address every ten to twenty minutes")
    func broadcast() async throws {
        let (phone, framework) = try await SamplePhone.enabled(todaysKey: .withheld)
        var broadcasts: [(time: UnixTime, broadcast: Broadcast)] = []
        for second in stride(from: Int64(0), to: 86_400, by: 10) {
            let time = SamplePhone.start.advanced(bySeconds: second)
            broadcasts.append((time, try #require(await framework.broadcast(at: time))))
        }
        var changes = [broadcasts[0]]
        for (before, now) in zip(broadcasts, broadcasts.dropFirst()) {
            let (old, new) = (before.broadcast, now.broadcast)
            #expect((old.packet == new.packet) == (old.address == new.address))
            if new != old {
                changes.append(now)
            }
        }
        #expect(zip(changes, changes.dropFirst()).allSatisfy { (600...1210).contains($1.time.seconds(since: $0.time)) })
        #expect(Set(changes.map(\.broadcast.address)).count == changes.count)

        phone.clock.advance(bySeconds: 86_400)
        let key = try #require(try await framework.temporaryExposureKeyHistory().first)
        let derived = DerivedKeys(of: key.keyData)
        for (time, broadcast) in changes {
            let advertisement = try GAENAdvertisement(packet: broadcast.packet)
            #expect(advertisement.identifier == derived.identifier(at: IntervalNumber(clamping: time)))
            let metadata = derived.transformMetadata(advertisement.metadata, with: advertisement.identifier)
            #expect(BroadcastMetadata(metadata) == BroadcastMetadata(transmitPower: -14, calibrationConfidence: 3))
        }
    }

    @Test("corrects signal strengths by the model's calibration")
    func calibration() async throws {
        let phone = SamplePhone()
        let calibration = RadioCalibration(transmitPower: -20, receiveCorrection: 5, confidence: .high)
        let framework = try phone.boot(calibration: calibration)
        try await framework.enable()
        try await phone.hearItself(framework)
        #expect(await framework.rawSightings.map(\.rssi) == [-55])
    }

    @Test("deletes each sighting after fourteen days, also in the storage")
    func sightings() async throws {
        let (phone, framework) = try await SamplePhone.enabled()
        let packet = try #require(await phone.broadcast(of: framework)).packet
        for hour in [0, 23, 25] as [Int64] {
            await framework.receive([.init(packet, at: SamplePhone.start.advanced(bySeconds: hour * 3600))])
        }
        func count(at seconds: Int64) async throws -> [Int] {
            phone.clock.set(SamplePhone.start.advanced(bySeconds: 14 * 86_400 + seconds))
            await framework.receive([])
            return [await framework.rawSightings.count, await (try phone.boot()).rawSightings.count]
        }
        for (seconds, kept) in [(-1, 3), (0, 2), (23 * 3600 - 1, 2), (23 * 3600, 1), (25 * 3600, 0)] as [(Int64, Int)] {
            #expect(try await count(at: seconds) == [kept, kept])
        }
        #expect(try phone.storage.names().filter { $0.hasPrefix("sightings") }.isEmpty)
    }

    @Test("ignores packets of other protocols, and all packets while it is disabled")
    func otherPackets() async throws {
        let (phone, framework) = try await SamplePhone.enabled()
        let packet = try #require(await phone.broadcast(of: framework)).packet
        await framework.receive([[1, 2, 3], packet + [0]].map { ReceivedAdvertisement($0, at: phone.clock.now()) })
        try await framework.disable()
        await framework.receive([ReceivedAdvertisement(packet, at: phone.clock.now())])
        try await framework.enable()
        #expect(await framework.rawSightings.isEmpty)
        await framework.receive([ReceivedAdvertisement(packet, at: phone.clock.now())])
        #expect(await framework.rawSightings.count == 1)
    }

    @Test("keeps a limited number of sightings of an hour, however many packets arrive", arguments: [(3, 3), (4, 3)])
    func flood(count: Int, kept: Int) async throws {
        let phone = SamplePhone()
        let framework = try phone.boot(sightingsPerHour: 3)
        try await framework.enable()
        let packet = try #require(await phone.broadcast(of: framework)).packet
        let now = [ReceivedAdvertisement](repeating: ReceivedAdvertisement(packet, at: phone.clock.now()), count: count)
        let later = ReceivedAdvertisement(packet, at: phone.clock.now().advanced(bySeconds: 3600))
        await framework.receive(now + [later])
        #expect(await framework.rawSightings.count == kept + 1)
    }

    @Test("keeps identifier and address if it is disabled and enabled again within their time")
    func toggled() async throws {
        let (phone, framework) = try await SamplePhone.enabled()
        let broadcast = try #require(await phone.broadcast(of: framework))
        try await framework.disable()
        try await framework.enable()
        #expect(await phone.antenna.broadcast(at: phone.clock.now()) == broadcast)
    }

    @Test("deletes everything on request, also in the storage, and begins again")
    func wiped() async throws {
        let (phone, framework) = try await SamplePhone.enabled()
        let before = try await phone.hearItself(framework)
        let key = try phone.storage.key()
        try await framework.wipe()
        #expect(try phone.storage.names().isEmpty)
        #expect(try phone.storage.key() != key)
        #expect(await framework.status == [.inactivated, .noConsent])
        #expect(await framework.rawSightings.isEmpty)
        #expect(await phone.antenna.broadcast(at: phone.clock.now()) == nil)
        try await framework.enable()
        #expect(phone.owner.exchangeQuestions == 2)
        #expect(await phone.broadcast(of: framework)?.packet != before.packet)
    }

    private static func expectLocked(_ framework: PortableExposureFramework, by error: ExposureFrameworkError) async {
        await #expect(throws: error) { try await framework.temporaryExposureKeyHistory() }
        await #expect(throws: error) {
            try await framework.detectExposures(in: [], under: SamplePhone.rule().configuration)
        }
        await #expect(throws: error) { try await framework.exposureInfos() }
    }
}
