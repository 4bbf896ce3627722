package import ClockPorts
package import DiagnosisKeyStores
import ExposurePrimitives
import GAENCore
import HTTPTypes
import ImmuniAPI
import ImmuniServing
import MessageSignatures
package import Persistence
package import ServiceKit
import WireFormat

/// The Exposure Reporting Service: lists the TEK Chunks on offer and serves them, byte for byte as they were published.
package struct ExposureReportingService: HostedService {
    package let name = "reporting"
    package let refusals: any RefusalRenderer = ImmuniRefusals()
    private let chunks: any ChunkStore
    private let offered: OfferedChunks
    private let files: ChunkFiles
    private let clock: any TrustedClock
    private let signer: ResponseSigner?

    /// - Parameters:
    ///   - clock: the clock by which chunks leave the offer. It must be trusted: phones would refuse a chunk that a
    ///     wrong clock withdrew and that came back.
    ///   - signer: signs the index; nil for servers that do not. Chunks carry signatures of their own.
    package init(
        chunks: any ChunkStore,
        files: any ObjectStore,
        clock: any TrustedClock,
        signer: ResponseSigner? = nil
    ) {
        self.chunks = chunks
        offered = OfferedChunks(chunks)
        self.files = ChunkFiles(files)
        self.clock = clock
        self.signer = signer
    }

    package var publicRoutes: [Route] {
        [
            Route.forEveryone(ImmuniEndpoint.keyIndex) { request in try await index(request) },
            Route.forEveryone(ImmuniEndpoint.keyChunk) { request in try await chunk(request) },
        ]
    }

    package func checkHealth() async throws {
        _ = try await chunks.offeredIndexes(now: clock.latestTrusted(), retention: Retention.seconds)
    }

    private func index(_ request: ServiceRequest) async throws -> ServiceResponse {
        guard
            let offered = try await chunks.offeredIndexes(now: clock.latestTrusted(), retention: Retention.seconds),
            let index = ChunkIndex(oldest: offered.lowerBound, newest: offered.upperBound)
        else {
            throw APIError.noChunks
        }
        let body = index.body
        let maxAge = SignedDocument.keyIndex.maxAge
        // Both ends only ever grow, so their sum grows with every change. A sum that overflows is refused as
        // unsignable.
        let (sum, overflow) = Int64(index.oldest).addingReportingOverflow(Int64(index.newest))
        return try await ServiceResponse.json(body, cacheControl: .public(maxAge: Int(maxAge)))
            .signed(
                by: signer,
                digest: ContentDigest(of: body),
                sequence: overflow ? .max : sum,
                maxAge: maxAge,
                for: request
            )
            .tagged(EntityTag("\(index.oldest)-\(index.newest)"), for: request)
    }

    private func chunk(_ request: ServiceRequest) async throws -> ServiceResponse {
        let now = clock.latestTrusted()
        guard let text = request.parameters.first, let index = Self.chunkNumber(text) else {
            throw APIError.notCompliant
        }
        guard let offer = try await offered.chunk(index, now: now) else {
            throw APIError.chunkNotFound
        }
        let (chunk, tag) = (offer.chunk, offer.tag)
        // An older chunk may keep this one on offer for longer than its own age does.
        let offeredFor = chunk.retiresFrom.advanced(bySeconds: Retention.seconds).seconds(since: now)
        let cacheControl = CacheControl.public(maxAge: Int(min(max(offeredFor, 0), Self.chunkMaxAge)))
        if tag.isNamed(by: request.headers[.ifNoneMatch]) {
            return .empty(200, cacheControl: cacheControl).tagged(tag, for: request)
        }
        guard let content = try await files.content(of: chunk) else {
            throw MissingChunkFile()
        }
        var response = ServiceResponse.empty(200, cacheControl: cacheControl)
        response.headers[.contentType] = MediaType.zip.text
        response.body = .buffer(content)
        return response.tagged(tag, for: request)
    }

    /// The number of a chunk: 1…2⁶³−1 in plain decimal digits, without sign, space or leading zero.
    static func chunkNumber(_ text: String) -> Int? {
        guard let first = text.utf8.first, (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(first),
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else {
            return nil
        }
        return Int(text)
    }

    /// A published chunk whose file is missing or cut: an operator must restore it. Answered as 500.
    struct MissingChunkFile: Error {}

    /// Seconds; half an hour.
    package static let indexMaxAge = Int(SignedDocument.keyIndex.maxAge)
    /// Seconds; fifteen days, the shipped servers' value, never beyond the chunk's own life.
    package static let chunkMaxAge: Int64 = 1_296_000
}
