import AnalyticsStores
import ImmuniStory
import Crypto
import ExposurePrimitives
import HTTPTransport
import ImmuniAPI
import ImmuniClient
import PhonePorts
import Synchronization
import Testing
import WireFormat

@Suite("The core flow's story")
struct ImmuniStoryTests {
    private static let day = CalendarDay(daysSinceEpoch: 20_778)

    @Test("takes meetings of 1 to 600 minutes", arguments: [(0, false), (1, true), (600, true), (601, false)])
    func minutes(minutes: Int, isTaken: Bool) {
        #expect((StoryOptions(minutes: minutes, seed: 1, day: Self.day) != nil) == isTaken)
    }

    @Test("breaks off where no server answers, and still stops what was started")
    func noServer() async throws {
        let servers = DeadServers()
        let options = try #require(StoryOptions(seed: 1, day: Self.day))
        let story = CoreFlowStory(options: options, launcher: servers) { _ in }
        await #expect(throws: MobileClientError.transport(.unreachable)) { try await story.tell() }
        #expect(servers.stops == 1)
    }

    @Test("starts with a clock at nine in the morning, two days before the meeting")
    func clock() async throws {
        let servers = DeadServers()
        let options = try #require(StoryOptions(seed: 1, day: Self.day))
        _ = try? await CoreFlowStory(options: options, launcher: servers) { _ in }.tell()
        #expect(servers.startedAt?.description == "2026-11-19T09:00:00Z")
    }
}

@Suite("The story's clock")
struct StoryClockTests {
    @Test("moves on and never back")
    func moves() {
        let clock = StoryClock(UnixTime(1000))
        clock.move(to: UnixTime(2000))
        #expect(clock.now() == UnixTime(2000))
        clock.move(to: UnixTime(1500))
        #expect(clock.now() == UnixTime(2000))
    }
}

/// Vouches for nobody.
private struct NoPlatform: AndroidDeviceEvidence, AppleDeviceEvidence {
    func deviceToken() async throws(DeviceEvidenceError) -> SecretBytes {
        throw .unsupported
    }

    func appAttestObject(boundTo binding: [UInt8]) async throws(DeviceEvidenceError) -> SecretBytes {
        throw .unsupported
    }

    func attestation(boundTo binding: [UInt8]) async throws(DeviceEvidenceError) -> SignedAttestation {
        throw .unsupported
    }
}

/// Servers whose ports nobody serves.
private final class DeadServers: ServerLauncher, RunningServers {
    // Port 1 is reserved and never served here.
    let publicURL = "http://127.0.0.1:1"
    let internalURL = "http://127.0.0.1:1"
    let phoneTrust = ServerTrust.system
    let operatorTrust = ServerTrust.system
    let authorityFile: String? = nil
    let exportPublicKeyPEM = P256.Signing.PrivateKey().publicKey.pemRepresentation
    let messagePublicKeyPEM: String? = nil
    private let state = Mutex<(stops: Int, startedAt: UnixTime?)>((0, nil))

    var stops: Int { state.withLock { $0.stops } }
    var startedAt: UnixTime? { state.withLock { $0.startedAt } }

    func start(with clock: any WallClock) async throws -> any RunningServers {
        state.withLock { $0.startedAt = clock.now() }
        return self
    }

    let androidPhone: any AndroidDeviceEvidence = NoPlatform()

    func iPhone(of name: String) -> any AppleDeviceEvidence { NoPlatform() }

    func operationalCounts(on day: CalendarDay) async throws -> [OperationalCount] { [] }

    func settle() async {}

    func publishNow() async throws {}

    func stop() async throws {
        state.withLock { $0.stops += 1 }
    }
}
