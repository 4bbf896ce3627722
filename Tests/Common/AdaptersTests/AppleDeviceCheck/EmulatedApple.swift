import AppleDeviceCheck
import Crypto
import DemoAuthority
import DeviceAttestation
import DeviceCheckEmulation
import ExposurePrimitives
import ExposureTesting

/// An emulated DeviceCheck server, and a client that trusts it.
struct EmulatedApple {
    let devices: EmulatedDevices
    let client: AppleDeviceCheckClient
    let clock: ManualClock

    static let now = UnixTime(1_592_000_000)
    static let stillClock = ManualClock(now)
    static let anyKey = SecretBytes(P256.Signing.PrivateKey().pemRepresentation.utf8)
    static let noRefusal: @Sendable () -> Void = {}

    /// Runs `body` beside a server that accepts the key of team TEAM1.
    ///
    /// - Parameter timeout: the limit of one attempt; by default longer than any machine needs for a genuine answer.
    static func with(
        team: String = "TEAM1",
        timeout: Duration = .seconds(60),
        keyWasRefused: @escaping @Sendable () -> Void = noRefusal,
        _ body: @Sendable (EmulatedApple) async throws -> Void
    ) async throws {
        let key = P256.Signing.PrivateKey()
        let validity = now.advanced(bySeconds: -86_400)..<UnixTime(4_000_000_000)
        let authority = try DemoCertificateAuthority(validity: validity)
        let certificate = try authority.server(hosts: ["localhost"])
        let clock = ManualClock(now)
        let devices = EmulatedDevices(clock: clock)
        let server = try DeviceCheckServer(
            .init(
                teamID: "TEAM1",
                keyID: "KEY1",
                publicKeyPEM: key.publicKey.pemRepresentation,
                certificatePEM: certificate.certificatePEM,
                certificateKeyPEM: certificate.keyPEM
            ),
            devices: devices
        )
        let (ports, announce) = AsyncStream<Int>.makeStream()
        let serving = Task { try await server.run { port, _ in announce.yield(port) } }
        defer { serving.cancel() }
        var port = 0
        for await announced in ports {
            port = announced
            break
        }
        var configuration = AppleDeviceCheckClient.Configuration(teamID: team, keyID: "KEY1")
        configuration.url = "https://localhost:\(port)"
        configuration.trustRoots = Array(authority.rootPEM.utf8)
        configuration.timeout = timeout
        configuration.shortestPause = .milliseconds(5)
        let client = try AppleDeviceCheckClient(
            configuration,
            privateKeyPEM: SecretBytes(key.pemRepresentation.utf8),
            clock: clock,
            keyWasRefused: keyWasRefused
        )
        do {
            try await body(EmulatedApple(devices: devices, client: client, clock: clock))
        } catch {
            try await client.shutDown()
            throw error
        }
        try await client.shutDown()
    }

    func token(_ device: String = "phone") -> DeviceToken { DeviceToken(exposing: devices.token(of: device)) }

    /// Plans faults for the next calls.
    func plan(_ count: Int = 1, endpoint: String? = nil, _ change: (inout EmulatedDevices.Mishap) -> Void) {
        var mishap = EmulatedDevices.Mishap()
        change(&mishap)
        devices.plan(mishap, count: count, endpoint: endpoint)
    }
}
