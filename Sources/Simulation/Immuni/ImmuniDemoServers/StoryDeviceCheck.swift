import Crypto
import DemoAuthority
import DeviceAttestation
import DeviceCheckEmulation
import DeviceEmulation
import ExposurePrimitives
import FileStorage
import Foundation
import PhonePorts

/// Apple's side of a story: an emulated DeviceCheck server, and the platforms of its iPhones.
final class StoryDeviceCheck: Sendable {
    /// The settings, by name, of a server that uses this emulated DeviceCheck.
    let settings: [(name: String, value: String)]
    private let devices: EmulatedDevices
    private let attestations: AttestationEmulator
    private let clock: any WallClock
    private let serving: Task<Void, any Error>

    /// Returns once the server answers. It ends with ``stop()``.
    ///
    /// - Parameter folder: the folder for the developer's key.
    init(
        in folder: URL,
        certificates: DemoAuthorityFiles,
        attestations: AttestationEmulator,
        clock: any WallClock
    ) async throws {
        (self.attestations, self.clock) = (attestations, clock)
        let devices = EmulatedDevices(clock: clock)
        self.devices = devices
        let key = P256.Signing.PrivateKey()
        let keyFile = folder.appending(path: "devicecheck.pem")
        try DurableFile.create(keyFile, content: Data(key.pemRepresentation.utf8))
        let server = try DeviceCheckServer(
            DeviceCheckServer.Configuration(
                teamID: Self.team,
                keyID: Self.keyID,
                publicKeyPEM: key.publicKey.pemRepresentation,
                certificatePEM: String(contentsOf: certificates.server, encoding: .utf8),
                certificateKeyPEM: SecretBytes(Array(Data(contentsOf: certificates.serverKey)))
            ),
            devices: devices
        )
        let (ports, ready) = AsyncStream.makeStream(of: Int.self)
        // The task is owned: stop() ends it.
        serving = Task {
            defer { ready.finish() }
            try await server.run { port, _ in ready.yield(port) }
        }
        var found = ports.makeAsyncIterator()
        guard let port = await found.next() else {
            try await serving.value
            throw CancellationError()
        }
        settings = [
            ("analytics.apple.url", "https://localhost:\(port)"),
            ("analytics.apple.trust-root", certificates.root.path),
            ("analytics.apple.team-id", Self.team), ("analytics.apple.key-id", Self.keyID),
            ("analytics.apple.key", keyFile.path),
            // The waits of the race protection depend on these: a story takes seconds, not minutes.
            ("analytics.apple.max-read-time", "100ms"), ("analytics.apple.timeout", "1s"),
            ("analytics.apple.attempts", "1"),
        ]
    }

    func iPhone(of name: String) -> any AppleDeviceEvidence {
        IPhone(name: name, devices: devices, attestations: attestations, clock: clock)
    }

    func stop() async {
        serving.cancel()
        _ = await serving.result
    }

    private struct IPhone: AppleDeviceEvidence {
        let name: String
        let devices: EmulatedDevices
        let attestations: AttestationEmulator
        let clock: any WallClock

        func deviceToken() async throws(DeviceEvidenceError) -> SecretBytes {
            SecretBytes(devices.token(of: name).utf8)
        }

        func appAttestObject(boundTo binding: [UInt8]) async throws(DeviceEvidenceError) -> SecretBytes {
            try attestations.appAttestObject(boundTo: binding, at: clock.now())
        }
    }

    private static let team = "AVVISOTEAM"
    private static let keyID = "AVVISOKEY1"
}
