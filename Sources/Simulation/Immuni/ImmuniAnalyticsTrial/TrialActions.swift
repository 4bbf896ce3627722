import DeviceAttestation
import DeviceEmulation
import DiagnosisKeyStores
import ExposurePrimitives
import HTTPTransport
import ImmuniAPI
import ImmuniClient
import PhonePorts
import Synchronization
import WireFormat

/// Performs the phones' actions, many at once, over HTTP.
final class TrialActions: Sendable {
    private let server: TrialServer
    private let transport: HTTPPhoneTransport
    private let dummies: AnalyticsClient
    private let lastAttested = Mutex<[Int: [UInt8]]>([:])

    init(server: TrialServer, transport: HTTPPhoneTransport) {
        (self.server, self.transport) = (server, transport)
        dummies = AnalyticsClient(
            transport: transport,
            clock: server.time,
            generator: SeededGenerator(seed: server.seed)
        )
    }

    /// The outcome of an action.
    enum Outcome: Sendable {
        case status(Int)
        case attested(binding: [UInt8])
        case positive(InboxEntry)
    }

    /// The number of simultaneous requests.
    private static let width = 16

    /// Performs all actions, in any order, also those of the same phone.
    func perform(
        _ acts: [(phone: Int, deed: TrialAct.Deed)],
        at now: UnixTime
    ) async throws -> [(act: (phone: Int, deed: TrialAct.Deed), outcome: Outcome)] {
        try await withThrowingTaskGroup(of: (Int, Outcome).self) { group in
            var outcomes: [Int: Outcome] = [:]
            var next = 0
            func start() {
                let (place, act) = (next, acts[next])
                next += 1
                group.addTask { (place, try await self.perform(act.deed, by: act.phone, at: now)) }
            }
            while next < min(Self.width, acts.count) {
                start()
            }
            for try await (place, outcome) in group {
                outcomes[place] = outcome
                if next < acts.count {
                    start()
                }
            }
            return acts.indices.compactMap { place in outcomes[place].map { (acts[place], $0) } }
        }
    }

    private func perform(_ deed: TrialAct.Deed, by phone: Int, at now: UnixTime) async throws -> Outcome {
        switch deed {
        case .ask(let token, let device):
            return .status(try await ask(token, device: device))
        case .tell(let info, let token):
            return .status(
                try await post(
                    info.body,
                    to: ImmuniEndpoint.appleOperationalInfo,
                    authorization: token.exposedAuthorization
                )
            )
        case .attest(let info, let fault):
            return .attested(binding: try await attest(info, fault, by: phone, at: now))
        case .attestAgain:
            let body = lastAttested.withLock { $0[phone] } ?? []
            return .status(try await post(body, to: ImmuniEndpoint.googleOperationalInfo))
        case .dummy where phone.isMultiple(of: 2):
            try await dummies.sendAppleDummy()
            return .status(204)
        case .dummy:
            try await dummies.sendAndroidDummy(attestedBy: server.google)
            return .status(204)
        case .testPositive:
            return .positive(try await server.takeUpload(ofPhone: phone, at: now))
        }
    }

    private func ask(_ token: AnalyticsToken, device: Int?) async throws -> Int {
        let deviceToken = device.map { server.apple.token(ofDevice: $0).exposedText } ?? "bm9ib2R5"
        guard
            let request = AnalyticsTokenRequest(
                token: token,
                deviceToken: SecretBytes(deviceToken.utf8),
                appAttest: nil
            )
        else {
            throw TrialFailure.unexpectedAnswer
        }
        return try await post(request.exposedBody, to: ImmuniEndpoint.analyticsToken)
    }

    private func attest(
        _ info: OperationalInfoRequest,
        _ fault: TrialAct.AttestationFault?,
        by phone: Int,
        at now: UnixTime
    ) async throws -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        let salt = Bytes16.random(using: &generator)
        let attested = fault == .otherFacts ? info.withOtherFlag : info
        let attestation = try server.google.attestation(
            boundTo: attested.binding(salt: Base64.encode(salt.bytes)),
            at: now,
            defect: fault?.defect
        )
        let request = AttestedOperationalInfoRequest(info: info, salt: salt, attestation: attestation)
        lastAttested.withLock { $0[phone] = request.exposedBody }
        _ = try await post(request.exposedBody, to: ImmuniEndpoint.googleOperationalInfo)
        return request.binding
    }

    private func post(_ body: [UInt8], to endpoint: Endpoint, authorization: String? = nil) async throws -> Int {
        var headers = [
            HTTPHeader("Content-Type", "application/json; charset=utf-8"),
            HTTPHeader(ImmuniHeader.dummyData, DummyFlag.genuine.rawValue),
        ]
        if let authorization {
            headers.append(.init("Authorization", authorization))
        }
        let request = PhoneRequest(
            host: .analytics,
            method: endpoint.method,
            target: endpoint.path,
            headers: headers,
            body: body
        )
        let status = try await transport.send(request).status
        guard [201, 202, 204].contains(status) else {
            throw TrialFailure.unexpectedAnswer
        }
        return status
    }
}

extension OperationalInfoRequest {
    /// The same request with the opposite flag for Bluetooth.
    fileprivate var withOtherFlag: OperationalInfoRequest {
        OperationalInfoRequest(
            province: province,
            exposurePermission: exposurePermission,
            bluetoothActive: !bluetoothActive,
            notificationPermission: notificationPermission,
            exposureNotification: exposureNotification,
            lastRiskyExposureOn: lastRiskyExposureOn
        )
    }
}

/// An error that ends a trial early.
enum TrialFailure: Error, CustomStringConvertible {
    case unexpectedAnswer

    var description: String { "the server gave an answer that its contract does not allow" }
}
