import ExposurePrimitives
import ImmuniAPI
import PhonePorts
import WireFormat

/// The requests to the analytics host. A dummy differs from a genuine request in its flag and in nothing that can be
/// counted.
struct AnalyticsRequests {
    let evidence: any DeviceEvidence
    let platform: SettingsRequest.Platform

    /// Asks for the authorisation of `token`.
    func authorisation(of token: AnalyticsToken) async throws(DeviceEvidenceError) -> PhoneRequest {
        let deviceToken = try await evidence.deviceToken()
        guard let body = AnalyticsTokenRequest(token: token, deviceToken: deviceToken, appAttest: nil)?.exposedBody
        else {
            throw .unsupported
        }
        return request(to: ImmuniAPI.analyticsToken, headers: [], body: body)
    }

    /// - Parameter salt: fresh for each request.
    func info(_ order: InfoOrder, salt: Bytes16) async throws(DeviceEvidenceError) -> PhoneRequest {
        let flag = order.isDummy ? DummyFlag.dummy : .genuine
        let dummyHeader = PhoneRequest.Header(ImmuniHeader.dummyData, flag.rawValue)
        switch platform {
        case .iOS:
            guard let token = order.token?.token else {
                throw .unsupported
            }
            return request(
                to: ImmuniAPI.appleOperationalInfo,
                headers: [.init("Authorization", token.exposedAuthorization), dummyHeader],
                body: order.request.body
            )
        case .android:
            return request(
                to: ImmuniAPI.googleOperationalInfo,
                headers: [dummyHeader],
                body: try await attested(order.request, salt: salt).exposedBody
            )
        }
    }

    private func attested(
        _ info: OperationalInfoRequest,
        salt: Bytes16
    ) async throws(DeviceEvidenceError) -> AttestedOperationalInfoRequest {
        let digest = OperationalInfoBinding.digest(
            province: info.province,
            exposurePermission: info.exposurePermission,
            bluetoothActive: info.bluetoothActive,
            notificationPermission: info.notificationPermission,
            exposureNotification: info.exposureNotification,
            lastRiskyExposureOn: info.lastRiskyExposureOn,
            salt: Base64.encode(salt.bytes)
        )
        let made = try await evidence.attestation(boundTo: digest)
        guard let kind = SignedAttestation.Kind(rawValue: made.kind),
            let attestation = SignedAttestation(kind: kind, text: made.text)
        else {
            throw .unsupported
        }
        return AttestedOperationalInfoRequest(info: info, salt: salt, attestation: attestation)
    }

    private func request(to endpoint: Endpoint, headers: [PhoneRequest.Header], body: [UInt8]) -> PhoneRequest {
        PhoneRequest(
            host: .analytics,
            method: endpoint.method,
            target: endpoint.path,
            headers: RequestHeaders.json + headers
                + [.init("Content-Length", String(body.count))],
            body: body
        )
    }
}
