import ExposureFramework
public import ExposurePrimitives
import ImmuniAPI
import KeyExport
import MessageSignatures
public import RiskModels

/// One detection from the index to the summary. Nothing of it is remembered unless it gets to its end, so that one that
/// was cut short is simply made again.
struct Detection {
    let authority: AuthorityClient
    let framework: any ExposureNotificationFramework
    let plan: DetectionPlan
    let settings: AppSettings
    /// The highest number of an index that was seen.
    let seenSequence: Int64?
    /// Whether details of exposures are of use: they tell nothing to somebody who tested positive.
    let wantsInfos: Bool

    func run() async -> DetectionOutcome {
        var outcome = DetectionOutcome(retriesOnly: plan.retriesOnly)
        outcome.looksForRisk = wantsInfos
        do throws(MobileClientError) {
            let rule = try makeRule()
            guard let fetched = try await authority.chunkIndex() else {
                outcome.isComplete = true
                return outcome
            }
            try accept(fetched)
            outcome.index = fetched.index
            outcome.indexSequence = fetched.sequence
            let exports = await fetchChunks(of: fetched.index, into: &outcome)
            try await evaluate(exports, by: rule, into: &outcome)
        } catch {
            outcome.abandon(because: error)
        }
        return outcome
    }

    private func makeRule() throws(MobileClientError) -> ImmuniRule {
        do {
            return try ImmuniRule(settings)
        } catch {
            throw .unusableSettings(error)
        }
    }

    private func accept(_ fetched: FetchedIndex) throws(MobileClientError) {
        if let seenSequence, let sequence = fetched.sequence, sequence < seenSequence {
            throw .messageRefused(.keyIndex, .lowerSequence(highestSeen: seenSequence, offered: sequence))
        }
    }

    /// A chunk that is refused is left for later, and the others go on without it. Where the server does not answer at
    /// all, there is no use in asking it for more.
    private func fetchChunks(of index: ChunkIndex, into outcome: inout DetectionOutcome) async -> [VerifiedExport] {
        var exports: [VerifiedExport] = []
        for chunk in plan.chunks.due(in: index, at: authority.clock.now(), retriesOnly: plan.retriesOnly) {
            do throws(MobileClientError) {
                if let fetched = try await authority.chunk(chunk) {
                    outcome.report.chunks.append(fetched.report)
                    exports.append(fetched.export)
                }
                outcome.finished.append(chunk)
            } catch {
                outcome.failed.append(chunk)
                outcome.report.interruption = outcome.report.interruption ?? error
                if case .transport = error {
                    return exports
                }
            }
        }
        return exports
    }

    private func evaluate(
        _ exports: [VerifiedExport],
        by rule: ImmuniRule,
        into outcome: inout DetectionOutcome
    ) async throws(MobileClientError) {
        guard !exports.isEmpty else {
            outcome.isComplete = outcome.failed.isEmpty
            return
        }
        do {
            let summary = try await framework.detectExposures(in: exports, under: rule.configuration)
            outcome.report.summary = summary
            if rule.isMet(by: summary), wantsInfos {
                outcome.report.infos = try await framework.exposureInfos()
            }
        } catch {
            throw .framework(error)
        }
        outcome.report.lastContact = rule.lastDayOfRisk(in: outcome.report.infos)
        outcome.isComplete = true
    }
}

/// What a detection leads to.
struct DetectionOutcome: Sendable {
    let retriesOnly: Bool
    /// Whether contacts at risk would be told: not to somebody who tested positive.
    var looksForRisk = true
    var report = DetectionReport()
    var index: ChunkIndex?
    var indexSequence: Int64?
    /// Chunks that were processed or expired, in the order of their fetching.
    var finished: [Int] = []
    var failed: [Int] = []
    /// Whether the phone looked at all that it got, and got something or there was nothing.
    var isComplete = false

    init(retriesOnly: Bool) {
        self.retriesOnly = retriesOnly
    }

    /// Nothing was processed.
    mutating func abandon(because error: MobileClientError) {
        finished = []
        failed = []
        report = DetectionReport()
        report.interruption = error
        isComplete = false
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
    /// Why chunks had to be left for later.
    public internal(set) var interruption: MobileClientError?

    /// Of a detection that did nothing.
    public init() {}

    /// A TEK Chunk that was matched.
    public struct Chunk: Hashable, Sendable {
        public let index: Int
        public let byteCount: Int
        public let keyCount: Int
    }
}
