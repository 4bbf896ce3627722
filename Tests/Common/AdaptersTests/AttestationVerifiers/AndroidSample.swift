import AttestationVerifiers
import DeviceAttestation
import DeviceEmulation
import ExposurePrimitives

extension AttestationDecision {
    var isAccepted: Bool { if case .accepted = self { true } else { false } }
}

/// The app, the request and the moment that the tests of all three kinds use.
enum AndroidSample {
    static let request = EmulatedRequest(
        app: EmulatedApp(
            packageName: "it.example.app",
            certificateDigest: [UInt8](repeating: 9, count: 32),
            appID: "TEAM123456.it.example.app"
        ),
        binding: [UInt8](repeating: 7, count: 32),
        time: UnixTime(1_790_000_000)
    )

    static let app = AndroidApp(packageName: "it.example.app", certificateDigests: [[UInt8](repeating: 9, count: 32)])

    /// What decides a check of a device's hardware at the request's time.
    static let accepted = AttestationDecision.accepted(.hardware, expiry: request.time.advanced(bySeconds: 600))

    /// The same at another time.
    static func decision(isFresh: Bool) -> AttestationDecision { isFresh ? accepted : .refused(.notFresh) }

    /// - Parameter lifetime: seconds for which the certificates are valid; half of them have passed.
    static func authority(lifetime: Int64 = 2 * 86_400) throws -> EmulatedAuthority {
        let half = lifetime / 2
        let now = request.time
        return try EmulatedAuthority(validity: now.advanced(bySeconds: -half)..<now.advanced(bySeconds: half))
    }
}
