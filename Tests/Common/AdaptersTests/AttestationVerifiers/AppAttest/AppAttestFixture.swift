import AttestationVerifiers
import Crypto
import DeviceEmulation
import ExposurePrimitives
import ExposureTesting

/// One key of an emulated phone, and a server's check of it.
struct AppAttestFixture {
    let request = EmulatedRequest(
        app: EmulatedApp(packageName: "", certificateDigest: [], appID: "TEAM123456.it.example.app"),
        binding: [UInt8](repeating: 7, count: 32),
        time: UnixTime(1_790_000_000)
    )
    let clock: ManualClock
    let phone: EmulatedAppAttest

    init() throws {
        clock = ManualClock(request.time)
        let validity = request.time.advanced(bySeconds: -86_400)..<request.time.advanced(bySeconds: 86_400)
        phone = EmulatedAppAttest(authority: try EmulatedAuthority(validity: validity))
    }

    var authority: EmulatedAuthority { phone.authority }

    func verifier(
        environment: AppAttestation.Environment = .production,
        roots: String? = nil
    ) throws -> AppAttestation {
        AppAttestation(
            appID: request.app.appID,
            environment: environment,
            anchors: try TrustAnchors(pem: roots ?? authority.rootPEM),
            clock: clock
        )
    }

    func object(_ change: (inout EmulatedAppAttest.Parts) -> Void = { _ in }) throws -> [UInt8] {
        var parts = EmulatedAppAttest.Parts(for: request)
        change(&parts)
        return try phone.object(parts)
    }

    func assertion(
        counter: UInt32,
        binding: [UInt8]? = nil,
        appID: String? = nil,
        key: P256.Signing.PrivateKey? = nil
    ) throws -> [UInt8] {
        let (binding, appID) = (binding ?? request.binding, appID ?? request.app.appID)
        return try phone.assertion(counter: counter, binding: binding, appID: appID, key: key)
    }
}
