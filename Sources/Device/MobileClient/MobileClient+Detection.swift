import ExposureFramework
public import ExposurePrimitives
import GAENCore
import ImmuniAPI
import KeyExport
import PhonePorts
public import RiskModels
import WireFormat

extension MobileClient {
    /// Fetches the TEK Chunks that are new, verifies them, looks for exposures and warns the owner where the rule says
    /// so.
    ///
    /// A chunk that cannot be fetched or is refused ends the fetching; the ones before it count, and the next detection
    /// begins with it.
    ///
    /// - Throws: where no chunk could be processed, or a detection is under way.
    public func detectExposures() async throws(MobileClientError) -> DetectionReport {
        guard !isDetecting else {
            throw .detectionUnderWay
        }
        isDetecting = true
        defer { isDetecting = false }
        let rule = try makeRule()
        guard let index = try await chunkIndex(), let pending = cursor.pending(in: index) else {
            return DetectionReport()
        }
        var report = DetectionReport()
        var exports: [VerifiedExport] = []
        do throws(MobileClientError) {
            for index in pending {
                if let chunk = try await fetchChunk(index) {
                    report.chunks.append(chunk.report)
                    exports.append(chunk.export)
                }
                report.lastChunk = index
            }
        } catch {
            report.interruption = error
        }
        try await evaluate(exports, by: rule, into: &report)
        if let interruption = report.interruption, report.lastChunk == nil {
            throw interruption
        }
        return report
    }

    private func makeRule() throws(MobileClientError) -> ImmuniRule {
        let settings = try requireSettings()
        do {
            return try ImmuniRule(settings)
        } catch {
            throw .unusableSettings(error)
        }
    }

    /// Looks for exposures to the keys of `exports`, remembers what was found and moves the cursor past the processed chunks.
    private func evaluate(
        _ exports: [VerifiedExport],
        by rule: ImmuniRule,
        into report: inout DetectionReport
    ) async throws(MobileClientError) {
        guard let lastChunk = report.lastChunk else {
            return
        }
        let summary: ExposureDetectionSummary
        do {
            summary = try await framework.detectExposures(in: exports, under: rule.configuration)
            if rule.isMet(by: summary), !status.isPositive {
                report.infos = try await framework.exposureInfos()
            }
        } catch {
            throw .framework(error)
        }
        report.summary = summary
        if summary.matchedKeyCount > 0 {
            let today = clock.now().utcDay
            history.forgetExpired(on: today)
            history.append(DetectionHistory.Record(day: today, summary: summary, infos: report.infos))
        }
        cursor.advance(past: lastChunk)
        if let day = rule.lastDayOfRisk(in: report.infos) {
            report.lastContact = day
            await handle(.contactDetected(day))
        }
    }

    /// Nil where no chunk is on offer.
    private func chunkIndex() async throws(MobileClientError) -> ChunkIndex? {
        let response = try await get(ImmuniAPI.keyIndex.path)
        switch response.status {
        case 200:
            try verify(response, to: ImmuniAPI.keyIndex.path, as: .keyIndex)
            guard let index = try? ChunkIndex(parsing: response.body) else {
                throw .malformedAnswer
            }
            return index
        case APIError.noChunks.status:
            return nil
        default:
            throw .unexpectedStatus(response.status)
        }
    }

    /// Nil where the chunk expired since the index was fetched.
    private func fetchChunk(_ index: Int) async throws(MobileClientError) -> FetchedChunk? {
        let response = try await get(ImmuniAPI.keyChunk.path(String(index)))
        switch response.status {
        case 200:
            do {
                return try FetchedChunk(index: index, archive: response.body, trusted: app.exportVerifier)
            } catch {
                throw .chunkRefused(index: index, error)
            }
        case APIError.chunkNotFound.status:
            return nil
        default:
            throw .unexpectedStatus(response.status)
        }
    }
}

/// A chunk whose signature is right.
struct FetchedChunk {
    let report: DetectionReport.Chunk
    let export: VerifiedExport

    init(index: Int, archive bytes: [UInt8], trusted verifier: ExportVerifier) throws(ExportError) {
        export = try ExportArchive(zip: bytes).verified(by: verifier)
        try ExportGroup.check([export.contents.metadata])
        report = DetectionReport.Chunk(index: index, byteCount: bytes.count, keyCount: export.contents.keyCount)
    }
}

/// What a detection did and found.
public struct DetectionReport: Equatable, Sendable {
    /// The chunks that were verified and searched, oldest first.
    public internal(set) var chunks: [Chunk] = []
    /// Nil where there was nothing new.
    public internal(set) var summary: ExposureDetectionSummary?
    /// Empty unless the summary reached the threshold.
    public internal(set) var infos: [ExposureInfo] = []
    /// The day of the contact that the owner was warned of.
    public internal(set) var lastContact: CalendarDay?
    /// Why later chunks had to be left for the next detection.
    public internal(set) var interruption: MobileClientError?
    /// The last chunk that is done with.
    var lastChunk: Int?

    public struct Chunk: Hashable, Sendable {
        public let index: Int
        public let byteCount: Int
        public let keyCount: Int
    }
}
