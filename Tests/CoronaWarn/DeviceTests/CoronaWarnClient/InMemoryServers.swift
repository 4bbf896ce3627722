import CoronaWarnAPI
import CoronaWarnConfiguration
import CoronaWarnPackages
import Crypto
import ExposurePrimitives
import GAENCore
import KeyExport
import MessageSignatures
import PhonePorts
import Synchronization
import WireFormat

@testable import CoronaWarnClient

/// Corona-Warn's servers in memory, as far as a phone sees them: real bytes and real signatures.
final class InMemoryServers: PhoneTransport {
    private struct State {
        var configuration = PhoneConfiguration.published(country: "DE")
        var packages: [PackageHour: [UInt8]] = [:]
        var result = TestResultCode(kind: .pcr, outcome: .pending)
        var sessions: [Session] = []
        var uploads: [[UInt8]] = []
        var requests: [PhoneRequest] = []
        var faults: [String: [Fault]] = [:]
        var isReachable = true
    }

    private struct Session {
        let key: RegistrationTokenRequest.Key
        let body: [UInt8]
        let token: RegistrationToken
        var tans: [(body: [UInt8], tan: TAN)] = []
    }

    /// What happens to a request instead of its answer.
    enum Fault: Sendable {
        case status(Int)
        /// The request is handled, and its answer is lost.
        case lost
        case unreachable
    }

    private let state = Mutex(State())
    private let archives = Mutex<[PhoneConfiguration: [UInt8]]>([:])
    private let clock: any WallClock
    private let packageKey = P256.Signing.PrivateKey()
    private let messageKey = P256.Signing.PrivateKey()

    init(clock: any WallClock) {
        self.clock = clock
    }

    func keys() throws -> AuthorityKeys {
        try AuthorityKeys(
            packages: ExportVerifier(keys: [ExportVerificationKey(packageKey.publicKey.pemRepresentation)]),
            messages: [MessageVerificationKey(pem: messageKey.publicKey.pemRepresentation)]
        )
    }

    var requests: [PhoneRequest] { state.withLock { $0.requests } }
    var uploads: [[UInt8]] { state.withLock { $0.uploads } }
    /// The secrets that the phone has of the servers.
    var tokens: [String] { state.withLock { $0.sessions.map(\.token.exposedText) } }
    var tans: [String] { state.withLock { $0.sessions.flatMap { $0.tans.map(\.tan.exposedText) } } }

    func tell(_ outcome: TestOutcome) {
        state.withLock { $0.result = TestResultCode(kind: .pcr, outcome: outcome) }
    }

    func change(_ body: (inout PhoneConfiguration) -> Void) {
        state.withLock { body(&$0.configuration) }
    }

    func setReachable(_ isReachable: Bool) {
        state.withLock { $0.isReachable = isReachable }
    }

    /// Has the next requests to `path` fail, in their order. Fakes do not count.
    func fail(_ path: String, with faults: Fault...) {
        state.withLock { $0.faults[path] = faults }
    }

    func publish(_ keys: [DiagnosisKey], in hour: PackageHour) async throws {
        let metadata = try ExportMetadata(start: hour.start, end: hour.end, region: "DE")
        let archive = try await ExportWriter.archive(
            of: ExportDraft(metadata: metadata, keys: keys),
            signedBy: [signer()]
        )
        state.withLock { $0.packages[hour] = archive }
    }

    func addedHeaders(to host: PhoneHost) -> [HTTPHeader] { [.init("Host", "\(host.name).example.org")] }

    func send(_ request: PhoneRequest) async throws(HTTPExchangeError) -> HTTPAnswer {
        let isFake = request.headers.contains(.init(CoronaWarnHeader.fake, "1"))
        let fault: Fault? = state.withLock { state in
            guard state.isReachable else {
                return .unreachable
            }
            state.requests.append(request)
            return isFake || state.faults[request.target]?.isEmpty != false
                ? nil : state.faults[request.target]?.removeFirst()
        }
        switch fault {
        case .unreachable: throw .unreachable
        case .status(let status): return HTTPAnswer(status: status)
        case .lost:
            _ = await answer(to: request, isFake: isFake)
            throw .interrupted
        case nil: return await answer(to: request, isFake: isFake)
        }
    }

    private func answer(to request: PhoneRequest, isFake: Bool) async -> HTTPAnswer {
        switch request.host {
        case .download: return (try? await file(at: request.target)) ?? HTTPAnswer(status: 404)
        case .verification where isFake, .submission where isFake: return HTTPAnswer(status: 200)
        case .verification:
            return state.withLock { state in
                (try? Self.verify(request, &state)) ?? HTTPAnswer(status: 400)
            }
        default: return state.withLock { Self.upload(request, &$0) }
        }
    }

    private func signer() throws -> P256ExportSigner {
        let info = SignatureInfo(verificationKeyID: "262", verificationKeyVersion: "v1")
        return try P256ExportSigner(privateKeyPEM: packageKey.pemRepresentation, signatureInfo: info)
    }
}

// MARK: - The tree

extension InMemoryServers {
    private func file(at target: String) async throws -> HTTPAnswer? {
        let isStatement = target.hasSuffix(TreePath.statementSuffix)
        let name = isStatement ? String(target.dropLast(TreePath.statementSuffix.count)) : target
        guard let path = TreePath(path: name), let content = try await content(of: path) else {
            return nil
        }
        return HTTPAnswer(status: 200, body: isStatement ? try statement(about: content, at: path) : content)
    }

    private func content(of path: TreePath) async throws -> [UInt8]? {
        let (packages, configuration) = state.withLock { ($0.packages, $0.configuration) }
        switch path {
        case .configuration: return try await archive(of: configuration)
        case .countries: return TreeIndex.body(countries: ["DE"].compactMap { RegionCode($0) })
        case .dates: return TreeIndex.body(dates: [])
        case .hours(_, let day): return TreeIndex.body(hours: packages.keys.filter { $0.day == day }.map(\.hourOfDay))
        case .hour(_, let day, let hour, _): return packages[PackageHour(day, hour)]
        case .versions, .day: return nil
        }
    }

    /// The same bytes for the same configuration, so that its statement fits: the signature is made once.
    private func archive(of configuration: PhoneConfiguration) async throws -> [UInt8] {
        if let known = archives.withLock({ $0[configuration] }) {
            return known
        }
        let message = try ValidConfiguration(configuration).secondGenerationMessage(for: .iOS)
        let signer = try signer()
        let signature = try await signer.signature(over: message)
        let metadata = try ExportMetadata(start: UnixTime(0), end: UnixTime(0), region: "")
        let exportSig = try ExportWriter.exportSig(for: metadata, signatures: [(signer.signatureInfo, signature)])
        let archive = try ExportWriter.archive(exportBin: message, exportSig: exportSig)
        archives.withLock { $0[configuration] = archive }
        return archive
    }

    private func statement(about content: [UInt8], at path: TreePath) throws -> [UInt8] {
        let statement = TreeStatement(
            path: path,
            created: clock.now(),
            sequence: clock.now().seconds,
            digest: ContentDigest(of: content).bytes
        )
        let key = try MessageVerificationKey(pem: messageKey.publicKey.pemRepresentation)
        let signature = try messageKey.signature(for: statement.signedBytes).rawRepresentation
        return statement.file(keyID: key.keyID, signature: Array(signature))
    }
}

// MARK: - Verification and submission

extension InMemoryServers {
    private static func verify(_ request: PhoneRequest, _ state: inout State) throws -> HTTPAnswer {
        guard request.target != CoronaWarnEndpoint.registrationToken.path else {
            let token = try register(request.body, &state)
            return HTTPAnswer(status: 201, body: RegistrationTokenAnswer(token: token).exposedBody)
        }
        let token = try TokenRequest(parsing: request.body).token
        guard let index = state.sessions.firstIndex(where: { $0.token == token }) else {
            throw CoronaWarnError.notCompliant
        }
        if request.target == CoronaWarnEndpoint.testResult.path {
            let answer = TestResultAnswer(code: state.result.code, sampleCollection: 1_793_000_000)
            return HTTPAnswer(status: 200, body: answer.paddedBody)
        }
        var generator = SystemRandomNumberGenerator()
        let known = state.sessions[index].tans.first { $0.body == request.body }
        let tan = known?.tan ?? .generate(using: &generator)
        if known == nil {
            state.sessions[index].tans.append((request.body, tan))
        }
        return HTTPAnswer(status: 201, body: TANAnswer(tan: tan).exposedBody)
    }

    private static func register(_ body: [UInt8], _ state: inout State) throws -> RegistrationToken {
        let request = try RegistrationTokenRequest(parsing: body)
        if let known = state.sessions.first(where: { $0.key == request.key }) {
            guard known.body == body else {
                throw CoronaWarnError.notCompliant
            }
            return known.token
        }
        var generator = SystemRandomNumberGenerator()
        let token = RegistrationToken.generate(using: &generator)
        state.sessions.append(Session(key: request.key, body: body, token: token))
        return token
    }

    private static func upload(_ request: PhoneRequest, _ state: inout State) -> HTTPAnswer {
        let tan = request.headers.first { $0.name == CoronaWarnHeader.authorization }.flatMap { TAN($0.value) }
        guard state.sessions.contains(where: { $0.tans.contains { $0.tan == tan } }) else {
            return HTTPAnswer(status: 403)
        }
        if !state.uploads.contains(request.body) {
            state.uploads.append(request.body)
        }
        return HTTPAnswer(status: 200)
    }
}
