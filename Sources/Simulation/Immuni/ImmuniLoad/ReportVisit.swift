import ExposurePrimitives
import ImmuniAPI
import ImmuniClient
import LoadGeneration
import PhonePorts
import WireFormat

/// An iPhone asks for the authorisation of an analytics token, or sends its Operational Info with one.
///
/// Its DeviceCheck token is invented, so a server asks Apple in vain, later and by itself. The answers do not tell.
actor ReportVisit: LoadSession {
    private let isToken: Bool
    private let clock: any WallClock
    private var generator: SeededGenerator
    private let token: AnalyticsToken

    init(isToken: Bool, clock: any WallClock, generator: SeededGenerator) {
        var generator = generator
        token = .random(using: &generator)
        (self.isToken, self.clock, self.generator) = (isToken, clock, generator)
    }

    func request(_ step: Int) async throws -> PhoneRequest? {
        let capture = RequestCapture(answering: isToken ? 202 : 204)
        let client = AnalyticsClient(transport: capture, clock: clock, generator: generator)
        if isToken {
            let evidence = InventedEvidence(token: Bytes.random(count: Self.evidenceSize, using: &generator))
            _ = try await client.authorise(token, by: .deviceCheck, of: evidence)
        } else {
            try await client.send(info, with: token)
        }
        return capture.request
    }

    private var info: OperationalInfoRequest {
        OperationalInfoRequest(
            province: .abroad,
            exposurePermission: true,
            bluetoothActive: true,
            notificationPermission: true,
            exposureNotification: false,
            lastRiskyExposureOn: clock.now().utcDay
        )
    }

    static let token = LoadKind(
        "immuni analytics token",
        ImmuniEndpoint.analyticsToken,
        expected: [201, 202],
        .released(sent: 2344)
    )
    static let report = LoadKind.report("immuni report")
    /// Bytes of a DeviceCheck token, about as many as Apple's have.
    private static let evidenceSize = 1500
}

/// A phone that imitates such a report.
actor ReportCoverVisit: LoadSession {
    private let clock: any WallClock
    private let generator: SeededGenerator

    init(clock: any WallClock, generator: SeededGenerator) {
        (self.clock, self.generator) = (clock, generator)
    }

    func request(_ step: Int) async throws -> PhoneRequest? {
        let capture = RequestCapture(answering: 204)
        try await AnalyticsClient(transport: capture, clock: clock, generator: generator).sendAppleDummy()
        return capture.request
    }

    static let steps = [
        LoadStep(.report("immuni report, dummy"), after: 0)
    ]
}

extension LoadKind {
    fileprivate static func report(_ name: String) -> LoadKind {
        LoadKind(name, ImmuniEndpoint.appleOperationalInfo, expected: [204], .released(sent: 514))
    }
}

/// A platform whose evidence nobody believes.
private struct InventedEvidence: AppleDeviceEvidence {
    let token: [UInt8]

    func deviceToken() -> SecretBytes { SecretBytes(Base64.encode(token).utf8) }

    func appAttestObject(boundTo binding: [UInt8]) throws(DeviceEvidenceError) -> SecretBytes {
        throw .unsupported
    }
}

/// Bytes without meaning.
private enum Bytes {
    static func random(count: Int, using generator: inout some RandomNumberGenerator) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
}
