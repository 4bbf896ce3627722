import ExposurePrimitives
import ExposureTesting
import ImmuniAPI
import ImmuniClient
import PhonePorts
import Synchronization
import Testing
import WireFormat

@Suite("The analytics client")
struct AnalyticsClientTests {
    private static let now = UnixTime(1_790_000_000)
    private let server = AnswerMachine()
    private let evidence = ScriptedEvidence()

    private func client(seed: UInt64 = 1) -> AnalyticsClient {
        AnalyticsClient(transport: server, clock: ManualClock(Self.now), generator: SeededGenerator(seed: seed))
    }

    private static func info(exposed: Bool) throws -> OperationalInfoRequest {
        OperationalInfoRequest(
            province: try #require(Province(code: "RM")),
            exposurePermission: true,
            bluetoothActive: exposed,
            notificationPermission: true,
            exposureNotification: exposed,
            lastRiskyExposureOn: now.utcDay.advanced(byDays: exposed ? -3 : 0)
        )
    }

    // MARK: iOS

    @Test(
        "a token request carries the proofs that the authority requires",
        arguments: AnalyticsClient.AppleProof.allCases
    )
    func proofs(proof: AnalyticsClient.AppleProof) async throws {
        let client = client()
        let token = await client.makeToken()
        #expect(try await client.authorise(token, by: proof, of: evidence) == .pending)
        let request = try #require(server.requests.first)
        let parsed = try AnalyticsTokenRequest(parsing: request.body)
        #expect(parsed.token == token)
        #expect(parsed.deviceToken == (proof == .appAttest ? nil : evidence.token))
        #expect(parsed.appAttest == (proof == .deviceCheck ? nil : SecretBytes([1] + token.digest)))
        #expect(request.host == .analytics && request.target == "/v1/analytics/apple/token")
        #expect(!request.headers.contains { $0.name == "Immuni-Dummy-Data" || $0.name == "Authorization" })
    }

    @Test("201 means authorised, 202 not yet, and every other status is an error")
    func statuses() async throws {
        let client = client()
        let token = await client.makeToken()
        for (status, expected) in [(201, AnalyticsClient.TokenAuthorisation.authorised), (202, .pending)] {
            server.status.withLock { $0 = status }
            #expect(try await client.authorise(token, by: .both, of: evidence) == expected)
        }
        for status in [200, 204, 400, 503] {
            server.status.withLock { $0 = status }
            let error = MobileClientError.unexpectedStatus(status)
            await #expect(throws: error) { try await client.authorise(token, by: .both, of: evidence) }
        }
        for status in [201, 202, 400] {
            server.status.withLock { $0 = status }
            let error = MobileClientError.unexpectedStatus(status)
            await #expect(throws: error) { try await client.send(Self.info(exposed: true), with: token) }
        }
    }

    @Test("an iPhone's info and dummies have the same headers and size")
    func appleShapes() async throws {
        server.status.withLock { $0 = 204 }
        let client = client()
        for exposed in [true, false] {
            try await client.send(Self.info(exposed: exposed), with: client.makeToken())
        }
        for _ in 0..<50 {
            try await client.sendAppleDummy()
        }
        #expect(Set(server.requests.map(\.shape)).count == 1)
        #expect(server.requests.prefix(2).allSatisfy { $0.value("Immuni-Dummy-Data") == "0" })
        let dummies = server.requests.dropFirst(2)
        #expect(dummies.allSatisfy { $0.value("Immuni-Dummy-Data") == "1" })
        #expect(Set(dummies.map { $0.value("Authorization") }).count == dummies.count, "each has a token of its own")
        let infos = try dummies.map { try OperationalInfoRequest(parsing: $0.body, today: Self.now.utcDay) }
        #expect(infos.allSatisfy(\.province.isKnown) && Set(infos).count > 40)
    }

    @Test("the given values are sent")
    func content() async throws {
        server.status.withLock { $0 = 204 }
        let client = client()
        let token = await client.makeToken()
        let info = try Self.info(exposed: true)
        try await client.send(info, with: token)
        try await client.send(info, attestedBy: evidence)
        let (apple, google) = (server.requests[0], server.requests[1])
        #expect(try OperationalInfoRequest(parsing: apple.body, today: Self.now.utcDay) == info)
        #expect(apple.value("Authorization") == token.exposedAuthorization)
        let parsed = try AttestedOperationalInfoRequest(parsing: google.body, today: Self.now.utcDay)
        #expect(parsed.info == info && parsed.attestation == evidence.attestation)
        #expect(evidence.bindings == [parsed.binding], "the attestation is for these facts and this salt")
        #expect(google.value("Authorization") == nil)
    }

    // MARK: Android

    @Test(
        "an Android phone's dummy is as long as its info, and contains nothing of it",
        arguments: ScriptedEvidence.all
    )
    func androidShapes(attestation: SignedAttestation) async throws {
        server.status.withLock { $0 = 204 }
        let evidence = ScriptedEvidence(attestation)
        let client = client()
        try await client.send(Self.info(exposed: true), attestedBy: evidence)
        for _ in 0..<20 {
            try await client.sendAndroidDummy(attestedBy: evidence)
        }
        #expect(Set(server.requests.map(\.shape)).count == 1)
        #expect(server.requests[0].value("Immuni-Dummy-Data") == "0")
        #expect(evidence.bindings.count == 21, "the platform is asked for each")
        let genuine = attestation.text.exposedBytes
        let dummies = try server.requests.dropFirst().map {
            try AttestedOperationalInfoRequest(parsing: $0.body, today: Self.now.utcDay)
        }
        #expect(Set(dummies.map(\.salt.exposedBytes)).count == dummies.count)
        for dummy in dummies {
            let text = dummy.attestation.text.exposedBytes
            #expect(dummy.attestation.kind == attestation.kind)
            let equal = zip(genuine, text).count { $0 == $1 }
            #expect(text.count == genuine.count && equal < genuine.count / 5, "\(equal) characters are the same")
        }
    }

    @Test("without evidence nothing is sent, genuine or dummy")
    func withoutEvidence() async throws {
        let client = client()
        let token = await client.makeToken()
        let evidence = ScriptedEvidence(nil)
        let missing = MobileClientError.evidence(.unavailable)
        for proof in AnalyticsClient.AppleProof.allCases {
            await #expect(throws: missing) { try await client.authorise(token, by: proof, of: evidence) }
        }
        let info = try Self.info(exposed: true)
        await #expect(throws: missing) { try await client.send(info, attestedBy: evidence) }
        await #expect(throws: missing) { try await client.sendAndroidDummy(attestedBy: evidence) }
        #expect(server.requests.isEmpty)
    }
}

/// Answers every request with one status.
private final class AnswerMachine: PhoneTransport {
    let status = Mutex(202)
    private let received = Mutex<[PhoneRequest]>([])

    var requests: [PhoneRequest] { received.withLock { $0 } }

    func addedHeaders(to host: PhoneHost) -> [HTTPHeader] { [.init("Host", "analytics.example.org")] }

    func send(_ request: PhoneRequest) async throws(HTTPExchangeError) -> HTTPAnswer {
        received.withLock { $0.append(request) }
        return HTTPAnswer(status: status.withLock { $0 })
    }
}

/// A platform that gives the answers of a test.
final class ScriptedEvidence: AppleDeviceEvidence, AndroidDeviceEvidence {
    let attestation: SignedAttestation?
    let token = SecretBytes("AAAA".utf8)
    private let asked = Mutex<[[UInt8]]>([])

    /// - Parameter attestation: nil for a platform that gives none for now.
    init(_ attestation: SignedAttestation? = all.first) { self.attestation = attestation }

    var bindings: [[UInt8]] { asked.withLock { $0 } }

    func deviceToken() async throws(DeviceEvidenceError) -> SecretBytes {
        _ = try present()
        return token
    }

    func appAttestObject(boundTo binding: [UInt8]) async throws(DeviceEvidenceError) -> SecretBytes {
        _ = try present()
        return SecretBytes([1] + binding)
    }

    func attestation(boundTo binding: [UInt8]) async throws(DeviceEvidenceError) -> SignedAttestation {
        asked.withLock { $0.append(binding) }
        return try present()
    }

    private func present() throws(DeviceEvidenceError) -> SignedAttestation {
        guard let attestation else {
            throw .unavailable
        }
        return attestation
    }

    /// One of each kind, in several sizes.
    static let all: [SignedAttestation] = {
        let jws = (0..<3).map { String(repeating: "ab-c", count: 50 + 800 * $0) }.joined(separator: ".")
        let certificates = [600, 601, 602].map { [UInt8](repeating: 0x30, count: $0) }
        return [
            SignedAttestation(kind: .safetyNet, text: SecretBytes(jws.utf8)),
            SignedAttestation(kind: .playIntegrity, text: SecretBytes("\(jws)..x".utf8)),
            SignedAttestation(certificates: certificates),
        ].compactMap(\.self)
    }()
}

extension PhoneRequest {
    /// Everything that an observer of the encrypted connection could know.
    fileprivate var shape: String {
        let names = headers.map { "\($0.name):\($0.value.utf8.count)" }.joined(separator: ",")
        return "\(method.rawValue) \(target) \(names) \(body.count)"
    }

    fileprivate func value(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}
