import AnalyticsStores
import DeviceAttestation
import ExposurePrimitives
import ImmuniAPI
import WireFormat

extension OperationalFacts {
    /// The kept facts of a request: a code outside the table becomes unknown, the build is left out, and so is the day
    /// if nobody was notified.
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

/// The facts for the work on an Android phone's request.
struct AttestedFacts: Sendable {
    let facts: OperationalFacts
    let evidence: AttestationEvidence
    let binding: [UInt8]

    init(_ request: AttestedOperationalInfoRequest) {
        facts = OperationalFacts(request.info, from: .android)
        evidence = request.attestation.evidence
        binding = request.binding
    }

    /// The facts for a dummy whose body is not a request. The body takes the place of the attestation, so there is as
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
    /// The request for a dummy whose body is not a request.
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
