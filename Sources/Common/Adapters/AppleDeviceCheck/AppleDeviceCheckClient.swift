import AsyncHTTPClient
package import DeviceAttestation
package import ExposurePrimitives
import HTTPTransport
import NIOCore
import NIOHTTP1
import NIOSSL
import WireFormat

/// Apple's DeviceCheck server over HTTP/2 (Apple, "Accessing and modifying per-device data").
///
/// Neither device tokens nor the bearer token are ever logged. Only the kind of a failure is reported.
package struct AppleDeviceCheckClient: DeviceCheck {
    private let configuration: Configuration
    private let bearer: BearerTokens
    private let client: LazyClient
    private let clock: any WallClock
    private let keyWasRefused: @Sendable () -> Void

    package struct Configuration: Sendable {
        /// Scheme and authority, without a slash at the end.
        package var url = "https://api.devicecheck.apple.com"
        /// The developer team's identifier, which Apple issued.
        package var teamID: String
        /// The identifier of the private key, which Apple issued.
        package var keyID: String
        /// PEM of the only trusted authorities; nil for those that the machine trusts.
        package var trustRoots: [UInt8]?
        /// The timeout of one attempt.
        package var timeout = Duration.seconds(5)
        package var attempts = 3
        /// The pause before the second attempt. Each later pause is twice as long, up to `longestPause`.
        package var shortestPause = Duration.seconds(2)
        package var longestPause = Duration.seconds(10)

        package init(teamID: String, keyID: String) {
            self.teamID = teamID
            self.keyID = keyID
        }

        /// The pause before attempt `number`, from 2.
        func pause(before number: Int) -> Duration {
            min(longestPause, shortestPause * (1 << min(number - 2, 10)))
        }
    }

    /// Opens no connection yet. `shutDown` must be called at the end if calls were made.
    ///
    /// - Parameters:
    ///   - privateKeyPEM: the key that Apple issued, PKCS #8.
    ///   - keyWasRefused: called if Apple refuses our own key. This is an error that the operator must correct.
    package init(
        _ configuration: Configuration,
        privateKeyPEM: SecretBytes,
        clock: any WallClock,
        keyWasRefused: @escaping @Sendable () -> Void = {}
    ) throws(AppleDeviceCheckError) {
        self.configuration = configuration
        self.clock = clock
        self.keyWasRefused = keyWasRefused
        bearer = try BearerTokens(
            teamID: configuration.teamID,
            keyID: configuration.keyID,
            privateKeyPEM: privateKeyPEM,
            clock: clock
        )
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        if let roots = configuration.trustRoots {
            guard let certificates = try? NIOSSLCertificate.fromPEMBytes(roots), !certificates.isEmpty else {
                throw .noCertificate
            }
            tls.trustRoots = .certificates(certificates)
        }
        let timeout = TimeAmount(configuration.timeout)
        // HTTP/2 is used if the server offers it. A redirect would send the bearer token elsewhere.
        var settings = HTTPClient.Configuration(
            tlsConfiguration: tls,
            redirectConfiguration: .disallow,
            timeout: .init(connect: timeout, read: timeout)
        )
        settings.connectionPool.retryConnectionEstablishment = false
        client = LazyClient(settings)
    }

    /// Closes the connections, if any call was made.
    package func shutDown() async throws {
        try await client.shutDown()
    }

    /// All attempts and pauses, plus one more attempt: a request may arrive after its attempt was abandoned.
    package var longestCall: Duration {
        let pauses = (1..<configuration.attempts).reduce(Duration.zero) { sum, number in
            sum + configuration.pause(before: number + 1)
        }
        return configuration.timeout * (configuration.attempts + 1) + pauses
    }

    package func validate(_ token: DeviceToken) async throws(DeviceCheckError) {
        _ = try await call("validate_device_token", with: token) { _ in true }
    }

    package func query(_ token: DeviceToken) async throws(DeviceCheckError) -> DeviceState {
        try await call("query_two_bits", with: token) { DeviceState(answer: $0) }
    }

    package func update(_ token: DeviceToken, to bits: DeviceBits) async throws(DeviceCheckError) {
        let members: [JSONValue.Member] = [
            .init(name: "bit0", value: .boolean(bits.bit0)), .init(name: "bit1", value: .boolean(bits.bit1)),
        ]
        _ = try await call("update_two_bits", with: token, members) { _ in true }
    }
}

// MARK: - One call

extension AppleDeviceCheckClient {
    private enum Attempt<Value> {
        case succeeded(Value)
        case refused
        case keyRefused
        case failed
    }

    /// - Parameter read: nil for an answer that makes no sense. The call is then tried again.
    private func call<Value: Sendable>(
        _ endpoint: String,
        with token: DeviceToken,
        _ members: [JSONValue.Member] = [],
        _ read: (ByteBuffer) -> Value?
    ) async throws(DeviceCheckError) -> Value {
        let start = ContinuousClock.now
        for number in 1...configuration.attempts {
            if number > 1 {
                do {
                    try await Task.sleep(for: configuration.pause(before: number))
                } catch {
                    throw .unavailable
                }
            }
            // A process that was suspended must not send again after the time in which all requests should have
            // arrived.
            let rest = longestCall - configuration.timeout - start.duration(to: .now)
            guard rest > .zero else {
                throw .unavailable
            }
            switch await attempt(endpoint, with: token, members, within: min(configuration.timeout, rest), read) {
            case .succeeded(let value):
                return value
            case .refused:
                throw .tokenRefused
            case .keyRefused:
                keyWasRefused()
                throw .unavailable
            case .failed:
                continue
            }
        }
        throw .unavailable
    }

    private func attempt<Value>(
        _ endpoint: String,
        with token: DeviceToken,
        _ members: [JSONValue.Member],
        within limit: Duration,
        _ read: (ByteBuffer) -> Value?
    ) async -> Attempt<Value> {
        do {
            var request = HTTPClientRequest(url: "\(configuration.url)/v1/\(endpoint)")
            request.method = .POST
            request.headers.add(name: "Authorization", value: "Bearer \(try bearer.current())")
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(body(for: token, members))
            let (head, content) = try await client.answer(to: request, within: limit, maxSize: Self.maxAnswer)
            switch head.status.code {
            case 200: return read(content).map(Attempt.succeeded) ?? .failed
            case 400: return isOurFault(content) ? .keyRefused : .refused
            case 401, 403: return .keyRefused
            default: return .failed
            }
        } catch {
            return .failed
        }
    }

    /// Whether Apple refused our own bearer token or time.
    ///
    /// Apple answers 400 in these cases and also for device tokens. Only the words differ.
    private func isOurFault(_ reason: ByteBuffer) -> Bool {
        let words = String(buffer: reason).lowercased()
        return words.contains("authorization token") || words.contains("timestamp")
    }

    private func body(for token: DeviceToken, _ members: [JSONValue.Member]) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        let object = [
            JSONValue.Member(name: "device_token", value: .string(token.exposedText)),
            .init(name: "transaction_id", value: .string(UUIDText.random(using: &generator))),
            .init(name: "timestamp", value: .integer(clock.now().seconds * 1000)),
        ]
        return JSONValue.object(object + members).encoded
    }

    /// The maximum size of an answer in bytes. Real answers have less than a hundred.
    private static let maxAnswer = 4096
}

extension DeviceState {
    /// Apple's answers for a device whose bits were never written: an older and a newer wording.
    private static let neverWritten: Set = ["Failed to find bit state", "Bit State Not Found"]

    fileprivate init?(answer: ByteBuffer) {
        let bytes = Array(buffer: answer)
        if let value = try? JSONValue(parsing: bytes) {
            guard case .boolean(let bit0) = value["bit0"], case .boolean(let bit1) = value["bit1"],
                case .string(let text) = value["last_update_time"], let month = CalendarMonth(iso: text)
            else {
                return nil
            }
            self.init(bits: DeviceBits(bit0: bit0, bit1: bit1), lastUpdate: month)
        } else {
            let text = String(decoding: bytes, as: UTF8.self).split(separator: /[\r\n]+/).first.map(String.init) ?? ""
            guard Self.neverWritten.contains(text) else {
                return nil
            }
            self.init(bits: .clear, lastUpdate: nil)
        }
    }
}

/// The reason why calls are impossible, in words for the operator.
package enum AppleDeviceCheckError: Error, Hashable, CustomStringConvertible {
    case noPrivateKey
    case noCertificate
    case notAnIdentifier(String)

    package var description: String {
        switch self {
        case .noPrivateKey: "the key for Apple's DeviceCheck is not a P-256 private key in PEM"
        case .noCertificate: "the authorities to trust for Apple's DeviceCheck are not certificates in PEM"
        case .notAnIdentifier(let text): "\"\(text)\" is not an identifier of Apple: it has letters and digits only"
        }
    }
}
