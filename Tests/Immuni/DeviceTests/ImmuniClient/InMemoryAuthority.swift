import Crypto
import ExposurePrimitives
import GAENCore
import ImmuniAPI
import KeyExport
import MessageSignatures
import PhonePorts
import Synchronization
import WireFormat

/// A health authority's servers in memory, as far as a phone sees them.
final class InMemoryAuthority: PhoneTransport {
    private struct State {
        var settings = SampleSettings.json()
        var settingsSequence: Int64 = 1
        var signs = true
        /// The difference in seconds between the dates of answers and the present; nil for answers without a date.
        var dateOffset: Int64? = 0
        /// The difference in seconds between the times of signatures and the present.
        var signatureOffset: Int64 = 0
        var alteration: (@Sendable (inout [UInt8]) -> Void)?
        var authorised: [[UInt8]] = []
        var chunks: [Int: [UInt8]] = [:]
        var index: ClosedRange<Int>?
        var failures: [String: Int] = [:]
        var faq: [UInt8]?
        var silentTarget: String?
        var isReachable = true
        var gates: [String: Gate] = [:]
        var askedTokens: Set<[UInt8]> = []
        var requests: [PhoneRequest] = []
        var uploads: [UploadRequest] = []
    }

    private let state = Mutex(State())
    private let clock: any WallClock
    private let privateKey = P256.Signing.PrivateKey()
    private let messageKey = P256.Signing.PrivateKey()

    init(clock: any WallClock) { self.clock = clock }

    var publicKeyPEM: String { privateKey.publicKey.pemRepresentation }
    var messagePublicKeyPEM: String { messageKey.publicKey.pemRepresentation }
    var requests: [PhoneRequest] { state.withLock { $0.requests } }
    var uploads: [UploadRequest] { state.withLock { $0.uploads } }

    func setSettings(_ settings: [UInt8]) { state.withLock { $0.settings = settings } }

    func setFAQ(_ faq: [UInt8]) { state.withLock { $0.faq = faq } }

    /// Gives the settings these sequences from now on. They never choose their own.
    func setSettingsSequence(_ sequence: Int64) { state.withLock { $0.settingsSequence = sequence } }

    /// Whether settings and index are signed from now on, and the age that the signatures state.
    func setSigning(_ signs: Bool, offset: Int64 = 0) {
        state.withLock { state in
            state.signs = signs
            state.signatureOffset = offset
        }
    }

    /// The error of the dates of answers from now on; nil for answers without a date.
    func setDates(offset: Int64?) { state.withLock { $0.dateOffset = offset } }

    /// Alters settings and index after they are signed.
    func alter(_ alteration: (@Sendable (inout [UInt8]) -> Void)?) {
        state.withLock { $0.alteration = alteration }
    }

    func authorise(_ otp: OneTimePassword) {
        state.withLock { $0.authorised.append(otp.uploadToken.digest.exposedBytes) }
    }

    /// Ends the time of all authorised codes.
    func forgetCodes() { state.withLock { $0.authorised = [] } }

    /// Answers `target` with `status` from now on; nil ends this.
    func fail(_ target: String, with status: Int?) { state.withLock { $0.failures[target] = status } }

    /// Whether requests reach the servers from now on.
    func setReachable(_ isReachable: Bool) { state.withLock { $0.isReachable = isReachable } }

    /// Handles requests for `target` from now on without an answer; nil ends this.
    func loseAnswers(to target: String?) { state.withLock { $0.silentTarget = target } }

    /// Makes requests for `target` wait at `gate` after they are handled.
    func hold(_ target: String, at gate: Gate) { state.withLock { $0.gates[target] = gate } }

    /// Offers the chunks of `range`, including chunks that were never published.
    func offer(_ range: ClosedRange<Int>?) { state.withLock { $0.index = range } }

    func publish(_ keys: [DiagnosisKey], as index: Int) async throws {
        let info = SignatureInfo(verificationKeyID: "222", verificationKeyVersion: "v1")
        let signer = try P256ExportSigner(privateKeyPEM: privateKey.pemRepresentation, signatureInfo: info)
        let end = clock.now()
        let metadata = try ExportMetadata(start: end.advanced(bySeconds: -14_400), end: end, region: "222")
        let draft = ExportDraft(metadata: metadata, keys: keys)
        let archive = try await ExportWriter.archive(of: draft, signedBy: [signer])
        state.withLock { state in
            state.chunks[index] = archive
            state.index = min(state.index?.lowerBound ?? index, index)...index
        }
    }

    func addedHeaders(to host: PhoneHost) -> [HTTPHeader] { [.init("Host", "\(host.name).example.org")] }

    func send(_ request: PhoneRequest) async throws(HTTPExchangeError) -> HTTPAnswer {
        guard state.withLock({ $0.isReachable }) else {
            throw .unreachable
        }
        let response: HTTPAnswer? = state.withLock { state in
            state.requests.append(request)
            let made =
                state.failures[request.target].map { HTTPAnswer(status: $0) }
                ?? answer(request, state: &state, now: clock.now())
            return state.silentTarget == request.target ? nil : dated(made, in: state)
        }
        await state.withLock { $0.gates[request.target] }?.pass()
        guard let response else {
            throw .timeout
        }
        return response
    }

    private func dated(_ response: HTTPAnswer, in state: State) -> HTTPAnswer {
        let date = state.dateOffset.map { clock.now().advanced(bySeconds: $0).httpDate }
        return HTTPAnswer(
            status: response.status,
            headers: response.headers + (date.map { [.init("Date", $0)] } ?? []),
            body: response.body
        )
    }

    /// A document with its signature.
    private func signed(_ body: [UInt8], sequence: Int64, for request: PhoneRequest, in state: State) -> HTTPAnswer {
        let parts = request.target.split(separator: "?", maxSplits: 1)
        let created = clock.now().advanced(bySeconds: state.signatureOffset)
        var sent = body
        state.alteration?(&sent)
        guard state.signs,
            let content = try? SignedContent(
                digest: ContentDigest(of: body),
                path: String(parts[0]),
                query: parts.count == 2 ? String(parts[1]) : nil,
                sequence: sequence
            )
        else {
            return HTTPAnswer(status: 200, body: sent)
        }
        let keyID = MessageVerificationKey.keyID(ofPublicKey: Array(messageKey.publicKey.derRepresentation))
        let input = content.input(created: created, keyID: keyID)
        guard let signature = try? messageKey.signature(for: content.signatureBase(for: input)) else {
            return HTTPAnswer(status: 500)
        }
        let fields = content.fields(for: input, signature: Array(signature.rawRepresentation))
        return HTTPAnswer(status: 200, headers: fields.map { .init($0.field.rawValue, $0.value) }, body: sent)
    }

    private func answer(_ request: PhoneRequest, state: inout State, now: UnixTime) -> HTTPAnswer {
        let path = String(request.target.prefix { $0 != "?" })
        switch (request.method, path) {
        case (.get, ImmuniEndpoint.settings.path):
            return signed(state.settings, sequence: state.settingsSequence, for: request, in: state)
        case (.get, ImmuniEndpoint.keyIndex.path):
            let index = state.index.flatMap { ChunkIndex(oldest: $0.lowerBound, newest: $0.upperBound) }
            guard let index else {
                return Self.refusal(.noChunks)
            }
            return signed(index.body, sequence: Int64(index.oldest + index.newest), for: request, in: state)
        case (.get, "/faq"):
            return state.faq.map { HTTPAnswer(status: 200, body: $0) } ?? Self.refusal(.chunkNotFound)
        case (.get, _):
            let chunk = path.split(separator: "/").last.flatMap { Int($0) }.flatMap { state.chunks[$0] }
            return chunk.map { HTTPAnswer(status: 200, body: $0) } ?? Self.refusal(.chunkNotFound)
        case (.post, ImmuniEndpoint.analyticsToken.path):
            // A token is authorised from its second request on.
            return HTTPAnswer(status: state.askedTokens.insert(request.body).inserted ? 202 : 201)
        case (.post, _) where request.host == .analytics:
            return HTTPAnswer(status: 204)
        case (.post, _):
            return Self.ingest(request, state: &state, now: now)
        }
    }

    private static func ingest(_ request: PhoneRequest, state: inout State, now: UnixTime) -> HTTPAnswer {
        func header(_ name: String) -> String? { request.headers.first { $0.name == name }?.value }
        guard let token = UploadToken(authorization: header("Authorization")), header("Immuni-Dummy-Data") == "0" else {
            return refusal(.notCompliant)
        }
        guard let position = state.authorised.firstIndex(of: token.digest.exposedBytes) else {
            return refusal(.unauthorisedOTP)
        }
        do {
            if request.target == ImmuniEndpoint.checkOTP.path {
                _ = try CheckOTPRequest(parsing: request.body)
            } else if let skew = ClockSkew(clientClock: header("Immuni-Client-Clock"), now: now) {
                state.uploads.append(try UploadRequest(parsing: request.body, now: now, today: now.utcDay, skew: skew))
                state.authorised.remove(at: position)
            } else {
                return refusal(.notCompliant)
            }
            return HTTPAnswer(status: 204)
        } catch {
            return refusal(error)
        }
    }

    private static func refusal(_ error: APIError) -> HTTPAnswer {
        HTTPAnswer(status: error.status, body: error.body)
    }
}

/// Where a request waits until a test releases it.
final class Gate: Sendable {
    private let arrivals = AsyncStream.makeStream(of: Void.self)
    private let openings = AsyncStream.makeStream(of: Void.self)

    func pass() async {
        arrivals.continuation.yield()
        for await _ in openings.stream { return }
    }

    /// Returns once a request waits here.
    func arrival() async {
        for await _ in arrivals.stream { return }
    }

    func open() { openings.continuation.yield() }
}
