import Crypto
import ExposurePrimitives
import GAENCore
import ImmuniAPI
import KeyExport
import PhonePorts
import Synchronization
import WireFormat

/// A health authority's servers in memory, as far as a phone sees them.
final class InMemoryAuthority: PhoneTransport {
    private struct State {
        var settings = SampleSettings.json()
        var authorised: [[UInt8]] = []
        var chunks: [Int: [UInt8]] = [:]
        var index: ClosedRange<Int>?
        var failures: [String: Int] = [:]
        var requests: [PhoneRequest] = []
        var uploads: [UploadRequest] = []
    }

    private let state = Mutex(State())
    private let clock: any WallClock
    private let privateKey = P256.Signing.PrivateKey()

    init(clock: any WallClock) {
        self.clock = clock
    }

    var publicKeyPEM: String { privateKey.publicKey.pemRepresentation }
    var requests: [PhoneRequest] { state.withLock { $0.requests } }
    var uploads: [UploadRequest] { state.withLock { $0.uploads } }

    func setSettings(_ settings: [UInt8]) {
        state.withLock { $0.settings = settings }
    }

    func authorise(_ otp: OneTimePassword) {
        state.withLock { $0.authorised.append(otp.uploadToken.digest.exposedBytes) }
    }

    /// Answers `target` with `status` from now on; nil ends it.
    func fail(_ target: String, with status: Int?) {
        state.withLock { $0.failures[target] = status }
    }

    /// Offers the chunks of `range`, also those that were never published.
    func offer(_ range: ClosedRange<Int>?) {
        state.withLock { $0.index = range }
    }

    func publish(_ keys: [DiagnosisKey], as index: Int) async throws {
        let info = SignatureInfo(verificationKeyID: "222", verificationKeyVersion: "v1")
        let signer = try P256ExportSigner(privateKeyPEM: privateKey.pemRepresentation, signatureInfo: info)
        let metadata = try ExportMetadata(
            start: clock.now().advanced(bySeconds: -14_400),
            end: clock.now(),
            region: "222"
        )
        let archive = try await ExportWriter.archive(
            of: ExportDraft(metadata: metadata, keys: keys),
            signedBy: [signer]
        )
        state.withLock { state in
            state.chunks[index] = archive
            state.index = min(state.index?.lowerBound ?? index, index)...index
        }
    }

    func authority(of host: PhoneHost) -> String { "\(host).example.org" }

    func send(_ request: PhoneRequest) async throws(PhoneTransportError) -> PhoneResponse {
        state.withLock { state in
            state.requests.append(request)
            return state.failures[request.target].map { PhoneResponse(status: $0) }
                ?? Self.answer(request, state: &state, now: clock.now())
        }
    }

    private static func answer(_ request: PhoneRequest, state: inout State, now: UnixTime) -> PhoneResponse {
        let path = String(request.target.prefix { $0 != "?" })
        switch (request.method, path) {
        case (.get, ImmuniAPI.settings.path):
            return PhoneResponse(status: 200, body: state.settings)
        case (.get, ImmuniAPI.keyIndex.path):
            let index = state.index.flatMap { ChunkIndex(oldest: $0.lowerBound, newest: $0.upperBound) }
            return index.map { PhoneResponse(status: 200, body: $0.body) } ?? refusal(.noChunks)
        case (.get, _):
            let chunk = path.split(separator: "/").last.flatMap { Int($0) }.flatMap { state.chunks[$0] }
            return chunk.map { PhoneResponse(status: 200, body: $0) } ?? refusal(.chunkNotFound)
        case (.post, _):
            return ingest(request, state: &state, now: now)
        }
    }

    private static func ingest(_ request: PhoneRequest, state: inout State, now: UnixTime) -> PhoneResponse {
        func header(_ name: String) -> String? { request.headers.first { $0.name == name }?.value }
        guard let token = UploadToken(authorization: header("Authorization")), header("Immuni-Dummy-Data") == "0" else {
            return refusal(.notCompliant)
        }
        guard let position = state.authorised.firstIndex(of: token.digest.exposedBytes) else {
            return refusal(.unauthorisedOTP)
        }
        do {
            if request.target == ImmuniAPI.checkOTP.path {
                _ = try CheckOTPRequest(parsing: request.body)
            } else if let skew = ClockSkew(clientClock: header("Immuni-Client-Clock"), now: now) {
                state.uploads.append(
                    try UploadRequest(parsing: request.body, now: now, today: now.utcDay, skew: skew)
                )
                state.authorised.remove(at: position)
            } else {
                return refusal(.notCompliant)
            }
            return PhoneResponse(status: 204)
        } catch {
            return refusal(error)
        }
    }

    private static func refusal(_ error: APIError) -> PhoneResponse {
        PhoneResponse(status: error.status, body: error.body)
    }
}
