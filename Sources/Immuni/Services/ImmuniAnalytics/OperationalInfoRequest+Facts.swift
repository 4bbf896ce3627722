import AnalyticsStores
import DeviceAttestation
import ExposurePrimitives
import ImmuniAPI
import WireFormat

extension OperationalFacts {
    /// What is kept of a request: a code outside the table as unknown, no build, and no day where nobody was notified.
    init(_ info: OperationalInfoRequest, from platform: Platform) {
        self.init(
            platform: platform,
            province: info.province.keptCode,
            exposurePermission: info.exposurePermission,
            bluetoothActive: info.bluetoothActive,
            notificationPermission: info.notificationPermission,
            lastRiskyExposureOn: info.exposureDay
        )
    }
}

/// What the work on the request of an Android phone needs.
struct AttestedFacts: Sendable {
    let facts: OperationalFacts
    let evidence: AttestationEvidence
    let binding: [UInt8]

    init(_ request: AttestedOperationalInfoRequest) {
        facts = OperationalFacts(request.info, from: .android)
        evidence = request.attestation.evidence
        binding = request.binding
    }

    /// What a dummy is worked on as whose body is no request: the body stands in for the attestation, so that there is as
    /// much to read.
    init(standingIn body: [UInt8], today: CalendarDay) {
        facts = OperationalFacts(.standIn(today: today), from: .android)
        evidence = .safetyNet(jws: String(decoding: body, as: UTF8.self))
        binding = [UInt8](repeating: 0, count: 32)
    }
}

extension SignedAttestation {
    fileprivate var evidence: AttestationEvidence {
        switch kind {
        case .safetyNet: .safetyNet(jws: String(decoding: text.exposedBytes, as: UTF8.self))
        case .playIntegrity: .playIntegrity(token: String(decoding: text.exposedBytes, as: UTF8.self))
        case .keyAttestation: .keyAttestation(chain: exposedCertificates ?? [])
        }
    }
}

extension OperationalInfoRequest {
    /// What a dummy is worked on as whose body is no request.
    static func standIn(today: CalendarDay) -> OperationalInfoRequest {
        OperationalInfoRequest(
            province: .abroad,
            exposurePermission: true,
            bluetoothActive: true,
            notificationPermission: true,
            exposureNotification: false,
            lastRiskyExposureOn: today
        )
    }
}
