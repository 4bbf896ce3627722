import DeviceAttestation
import DeviceEmulation
package import ExposurePrimitives
package import Foundation
import HTTPTransport
package import ImmuniAPI
package import ImmuniClient
import ImmuniDemoServers
import PhonePorts
import WireFormat

/// The sources of attestations for simulated phones, in place of Apple and Google: emulators in other processes.
package struct EmulatedMakers: Sendable {
    private let attestations: AttestationEmulator?
    private let deviceCheck: HTTPPhoneTransport?
    private let clock: any WallClock

    /// - Parameters:
    ///   - attestations: the folder of an emulator of attestations; nil for none.
    ///   - deviceCheckURL: the control interface of an emulated DeviceCheck; nil for none.
    package init(attestations: URL?, deviceCheckURL: String?, clock: any WallClock) throws {
        self.attestations = try attestations.map { try EmulatorFolder($0).emulator }
        deviceCheck = try deviceCheckURL.map { text in
            guard let url = ServerURL(text) else {
                throw EmulatedMakersError.unusableServerURL(text)
            }
            return HTTPPhoneTransport(to: url, timeout: HTTPPhoneTransport.patience)
        }
        self.clock = clock
    }

    /// Closes the connections.
    package func leave() async throws {
        try await deviceCheck?.shutDown()
    }

    /// The evidence of the phone of `name`; none if no emulator attests it.
    package func evidence(of name: String, on platform: SettingsRequest.Platform) -> MobileClient.Evidence {
        switch (platform, attestations, deviceCheck) {
        case (.android, let emulator?, _):
            .android(EmulatedAndroidPhone(emulator: emulator, kind: .playIntegrity, clock: clock))
        case (.iOS, nil, _?): .apple(iPhone(name), .deviceCheck)
        case (.iOS, _?, nil): .apple(iPhone(name), .appAttest)
        case (.iOS, _?, _?): .apple(iPhone(name), .both)
        case (_, nil, _): .none
        }
    }

    private func iPhone(_ name: String) -> IPhone {
        IPhone(name: name, attestations: attestations, deviceCheck: deviceCheck, clock: clock)
    }

    private struct IPhone: AppleDeviceEvidence {
        let name: String
        let attestations: AttestationEmulator?
        let deviceCheck: HTTPPhoneTransport?
        let clock: any WallClock

        func deviceToken() async throws(DeviceEvidenceError) -> SecretBytes {
            guard let deviceCheck else {
                throw .unsupported
            }
            let request = PhoneRequest(
                host: .download,
                method: .post,
                target: "/devices/\(Hex.encode(name.utf8))/tokens",
                headers: [.init("Content-Length", "0")]
            )
            guard let answer = try? await deviceCheck.send(request), answer.status == 200,
                case .string(let token)? = try? JSONValue(parsing: answer.body)["token"]
            else {
                throw .unavailable
            }
            return SecretBytes(token.utf8)
        }

        func appAttestObject(boundTo binding: [UInt8]) async throws(DeviceEvidenceError) -> SecretBytes {
            guard let attestations else {
                throw .unsupported
            }
            return try attestations.appAttestObject(boundTo: binding, at: clock.now())
        }
    }
}

package enum EmulatedMakersError: Error, Equatable {
    case unusableServerURL(String)
}
