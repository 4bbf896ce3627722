public import ExposurePrimitives
public import ImmuniAPI
public import PhonePorts
import WireFormat

/// The app's client for the Analytics Service, which sends the phone's facts anonymously (Immuni, Privacy-Preserving
/// Analytics).
///
/// Other types decide whether and when to send. All requests of one kind have the same headers in the same order. An
/// iPhone's genuine and dummy requests have one size. An Android phone's dummy is as long as the genuine request that
/// it could have sent at that moment.
public actor AnalyticsClient {
    private let transport: any PhoneTransport
    private let clock: any WallClock
    private var generator: any RandomNumberGenerator & Sendable

    /// - Parameter generator: makes tokens and salts, so it must be the system's generator outside simulations and
    ///   tests.
    public init(transport: any PhoneTransport, clock: any WallClock, generator: any RandomNumberGenerator & Sendable) {
        self.transport = transport
        self.clock = clock
        self.generator = generator
    }

    /// The server's answer about an analytics token.
    public enum TokenAuthorisation: Hashable, Sendable {
        /// The token may be used.
        case authorised
        /// Not yet, or never: ask again later.
        case pending
    }

    /// The proof that an authority requires from an iPhone before it authorises a token.
    public enum AppleProof: Hashable, Sendable, CaseIterable {
        case deviceCheck
        case appAttest
        case both
    }
}

// MARK: - iOS

extension AnalyticsClient {
    /// A new token. It can be used once it is authorised.
    public func makeToken() -> AnalyticsToken {
        AnalyticsToken.random(using: &generator)
    }

    /// Asks the server to authorise `token`; repeating it for the same token changes nothing.
    public func authorise(
        _ token: AnalyticsToken,
        by proof: AppleProof,
        of evidence: any AppleDeviceEvidence
    ) async throws(MobileClientError) -> TokenAuthorisation {
        let request: AnalyticsTokenRequest?
        do {
            request = AnalyticsTokenRequest(
                token: token,
                deviceToken: proof == .appAttest ? nil : try await evidence.deviceToken(),
                appAttest: proof == .deviceCheck ? nil : try await evidence.appAttestObject(boundTo: token.digest)
            )
        } catch {
            throw .evidence(error)
        }
        guard let request else {
            throw .evidence(.unsupported)
        }
        switch try await post(request.exposedBody, to: ImmuniEndpoint.analyticsToken, RequestHeaders.json) {
        case 201: return .authorised
        case 202: return .pending
        case let status: throw .unexpectedStatus(status)
        }
    }

    /// Sends an iPhone's report. The answer does not show whether it was accepted.
    public func send(_ info: OperationalInfoRequest, with token: AnalyticsToken) async throws(MobileClientError) {
        try await postApple(info, token: token, flag: .genuine)
    }

    /// Sends a dummy that a network observer cannot distinguish. It has no data of this phone.
    public func sendAppleDummy() async throws(MobileClientError) {
        try await postApple(randomInfo(), token: makeToken(), flag: .dummy)
    }

    private func postApple(
        _ info: OperationalInfoRequest,
        token: AnalyticsToken,
        flag: DummyFlag
    ) async throws(MobileClientError) {
        let headers = RequestHeaders.operationalInfo(token: token, flag: flag)
        try await postInfo(info.body, to: ImmuniEndpoint.appleOperationalInfo, headers)
    }
}

// MARK: - Android

extension AnalyticsClient {
    /// Sends an Android phone's report, with the platform's attestation of a genuine phone. The answer does not show
    /// whether it was accepted.
    public func send(
        _ info: OperationalInfoRequest,
        attestedBy evidence: any AndroidDeviceEvidence
    ) async throws(MobileClientError) {
        let salt = Bytes16.random(using: &generator)
        let attestation = try await attestation(for: info, salt: salt, by: evidence)
        try await postGoogle(info, salt, attestation, flag: .genuine)
    }

    /// Sends a dummy that a network observer cannot distinguish. It has no data of this phone.
    ///
    /// The platform is asked anyway, because that call is visible too. Only the length of its answer is used; random
    /// characters replace the rest.
    public func sendAndroidDummy(attestedBy evidence: any AndroidDeviceEvidence) async throws(MobileClientError) {
        let info = randomInfo()
        let salt = Bytes16.random(using: &generator)
        let attestation = try await attestation(for: info, salt: salt, by: evidence)
        guard let noise = attestation.replacedByNoise(using: &generator) else {
            throw .evidence(.unsupported)
        }
        try await postGoogle(info, salt, noise, flag: .dummy)
    }

    private func attestation(
        for info: OperationalInfoRequest,
        salt: Bytes16,
        by evidence: any AndroidDeviceEvidence
    ) async throws(MobileClientError) -> SignedAttestation {
        do {
            return try await evidence.attestation(boundTo: info.binding(salt: Base64.encode(salt.bytes)))
        } catch {
            throw .evidence(error)
        }
    }

    private func postGoogle(
        _ info: OperationalInfoRequest,
        _ salt: Bytes16,
        _ attestation: SignedAttestation,
        flag: DummyFlag
    ) async throws(MobileClientError) {
        let request = AttestedOperationalInfoRequest(info: info, salt: salt, attestation: attestation)
        let headers = RequestHeaders.operationalInfo(token: nil, flag: flag)
        try await postInfo(request.exposedBody, to: ImmuniEndpoint.googleOperationalInfo, headers)
    }
}

// MARK: - Both

extension AnalyticsClient {
    /// Random facts that belong to no phone.
    private func randomInfo() -> OperationalInfoRequest {
        let code = Province.knownCodes.sorted().randomElement(using: &generator)
        return OperationalInfoRequest(
            province: code.flatMap { Province(code: $0) } ?? .abroad,
            exposurePermission: Bool.random(using: &generator),
            bluetoothActive: Bool.random(using: &generator),
            notificationPermission: Bool.random(using: &generator),
            exposureNotification: Bool.random(using: &generator),
            lastRiskyExposureOn: clock.now().utcDay.advanced(byDays: -Int.random(in: 0...13, using: &generator))
        )
    }

    private func postInfo(
        _ body: [UInt8],
        to endpoint: Endpoint,
        _ headers: [HTTPHeader]
    ) async throws(MobileClientError) {
        let status = try await post(body, to: endpoint, headers)
        guard status == 204 else {
            throw .unexpectedStatus(status)
        }
    }

    /// Sends a request; returns the status of the answer.
    private func post(
        _ body: [UInt8],
        to endpoint: Endpoint,
        _ headers: [HTTPHeader]
    ) async throws(MobileClientError) -> Int {
        let request = PhoneRequest(
            host: .analytics,
            method: endpoint.method,
            target: endpoint.path,
            headers: headers + [.init("Content-Length", String(body.count))],
            body: body,
            answerLimit: PhoneRequest.replyLimit
        )
        do {
            return try await transport.send(request).status
        } catch {
            throw .transport(error)
        }
    }
}

extension SignedAttestation {
    /// The form of this attestation with random characters, as many as before. Nothing of its content is left.
    fileprivate func replacedByNoise(
        using generator: inout any RandomNumberGenerator & Sendable
    ) -> SignedAttestation? {
        switch kind {
        case .safetyNet, .playIntegrity:
            let characters = text.exposedBytes.map { character in
                character == UInt8(ascii: ".") ? character : Self.alphabet[Int.random(in: 0..<64, using: &generator)]
            }
            return SignedAttestation(kind: kind, text: SecretBytes(characters))
        case .keyAttestation:
            let certificates = (exposedCertificates ?? []).map { certificate in
                certificate.map { _ in UInt8.random(in: 0...255, using: &generator) }
            }
            return SignedAttestation(certificates: certificates)
        }
    }

    /// The alphabet of base 64 for URLs.
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}
