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
import Testing
import WireFormat

@testable import CoronaWarnClient

/// The authority's tree of files in memory, as a phone downloads it.
final class SampleTree: PhoneTransport {
    private struct State {
        var files: [String: [UInt8]] = [:]
        var failures: [String: Result<Int, HTTPExchangeError>] = [:]
        var sequence: Int64 = 1
        var requests: [PhoneRequest] = []
    }

    private let state = Mutex(State())
    private let clock: any WallClock
    private let packageKey = P256.Signing.PrivateKey()
    private let messageKey = P256.Signing.PrivateKey()

    init(clock: any WallClock) {
        self.clock = clock
    }

    var keys: AuthorityKeys {
        get throws {
            try AuthorityKeys(
                packages: ExportVerifier(keys: [ExportVerificationKey(packageKey.publicKey.pemRepresentation)]),
                messages: [MessageVerificationKey(pem: messageKey.publicKey.pemRepresentation)]
            )
        }
    }

    var requests: [PhoneRequest] { state.withLock { $0.requests } }
    var targets: [String] { requests.map(\.target) }

    func forgetRequests() {
        state.withLock { $0.requests = [] }
    }

    // MARK: - Publishing

    /// Puts a file at a path of the tree, with its statement beside it if it has one.
    func put(_ content: [UInt8], at path: TreePath, emptyHours: [Int] = [], sequence: Int64? = nil, age: Int64 = 0)
        throws
    {
        let next = state.withLock { state in
            state.sequence += 1
            return sequence ?? state.sequence
        }
        state.withLock { $0.files[path.path] = content }
        guard path.hasStatement else {
            return
        }
        let statement = TreeStatement(
            path: path,
            created: clock.now().advanced(bySeconds: -age),
            sequence: next,
            digest: ContentDigest(of: content).bytes,
            emptyHours: emptyHours
        )
        let signature = try messageKey.signature(for: statement.signedBytes)
        let keyID = MessageVerificationKey.keyID(ofPublicKey: Array(messageKey.publicKey.derRepresentation))
        let file = statement.file(keyID: keyID, signature: Array(signature.rawRepresentation))
        state.withLock { $0.files[path.statementPath] = file }
    }

    /// Replaces the bytes at a path alone; nil removes them.
    func replace(_ path: String, with content: [UInt8]?) {
        state.withLock { $0.files[path] = content }
    }

    func content(at path: String) -> [UInt8]? { state.withLock { $0.files[path] } }

    func publish(_ configuration: PhoneConfiguration, sequence: Int64? = nil) async throws {
        let message = try ValidConfiguration(configuration).secondGenerationMessage(for: .android)
        try put(await archive(message), at: .configuration(.secondAndroid), sequence: sequence)
    }

    /// A signed document in a zip.
    func archive(_ document: [UInt8]) async throws -> [UInt8] {
        let metadata = try ExportMetadata(start: UnixTime(0), end: UnixTime(0), region: "")
        let signature = try await signer.signature(over: document)
        let list = try ExportWriter.exportSig(for: metadata, signatures: [(signer.signatureInfo, signature)])
        return try ExportWriter.archive(exportBin: document, exportSig: list)
    }

    /// Publishes a package of a slot in `batches`.
    func publish(_ batches: [[DiagnosisKey]], as slot: PackageSlot, region: RegionCode) async throws {
        for (place, keys) in batches.enumerated() {
            let metadata = try ExportMetadata(
                start: slot.start,
                end: slot.end,
                region: region.text,
                batchNumber: place + 1,
                batchSize: batches.count
            )
            let draft = ExportDraft(metadata: metadata, keys: keys)
            try put(
                await ExportWriter.archive(of: draft, signedBy: [signer]),
                at: slot.path(in: region, batch: place + 1)
            )
        }
    }

    func publishIndexes(_ index: PackageIndex, region: RegionCode) throws {
        try put(TreeIndex.body(dates: index.days), at: .dates(region))
        for (day, hours) in index.hours {
            let empty = index.emptyHours.filter { $0.day == day }.map(\.hourOfDay)
            try put(TreeIndex.body(hours: hours), at: .hours(region, day), emptyHours: empty)
        }
    }

    private var signer: P256ExportSigner {
        get throws {
            try P256ExportSigner(
                privateKeyPEM: packageKey.pemRepresentation,
                signatureInfo: SignatureInfo(verificationKeyID: "262", verificationKeyVersion: "v1")
            )
        }
    }

    /// Signs the answer to a path in its headers, as a server without an object storage does.
    func headers(signing content: [UInt8], at path: String, sequence: Int64) throws -> [HTTPHeader] {
        let signed = try SignedContent(digest: ContentDigest(of: content), path: path, query: nil, sequence: sequence)
        let keyID = MessageVerificationKey.keyID(ofPublicKey: Array(messageKey.publicKey.derRepresentation))
        let input = signed.input(created: clock.now(), keyID: keyID)
        let signature = try messageKey.signature(for: signed.signatureBase(for: input))
        return signed.fields(for: input, signature: Array(signature.rawRepresentation))
            .map { .init($0.field.rawValue, $0.value) }
    }

    // MARK: - Serving

    /// Has requests for a target fail from now on; nil ends this.
    func fail(_ target: String, with failure: Result<Int, HTTPExchangeError>?) {
        state.withLock { $0.failures[target] = failure }
    }

    private let signed = Mutex<[String: [HTTPHeader]]>([:])

    /// Adds headers to the answers for a target.
    func add(_ headers: [HTTPHeader], to target: String) {
        signed.withLock { $0[target] = headers }
    }

    func addedHeaders(to host: PhoneHost) -> [HTTPHeader] { [] }

    func send(_ request: PhoneRequest) async throws(HTTPExchangeError) -> HTTPAnswer {
        let (failure, content) = state.withLock { state in
            state.requests.append(request)
            return (state.failures[request.target], state.files[request.target])
        }
        if let failure {
            return HTTPAnswer(status: try failure.get())
        }
        guard let content else {
            return HTTPAnswer(status: 404)
        }
        return HTTPAnswer(status: 200, headers: signed.withLock { $0[request.target] ?? [] }, body: content)
    }
}
