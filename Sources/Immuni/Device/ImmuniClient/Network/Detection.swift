import ClientKit
import ExposureFramework
public import ExposurePrimitives
import ImmuniAPI
import KeyExport
import MessageSignatures
public import RiskModels

/// One detection from the index to the summary. Its result is only remembered when it ends, so an interrupted detection
/// is made again.
struct Detection {
    let authority: AuthorityClient
    let framework: any ExposureNotificationFramework
    let plan: DetectionPlan
    let settings: AppSettings
    /// The highest sequence number of an index seen so far.
    let seenSequence: Int64?
    /// Whether details of exposures are useful. For an owner who tested positive they are not.
    let wantsInfos: Bool
    /// What the rule of exposure windows found before; nil if it found nothing, or does not decide.
    let finding: RiskFinding?

    func run() async -> DetectionOutcome {
        var outcome = DetectionOutcome(retriesOnly: plan.retriesOnly)
        outcome.looksForRisk = wantsInfos
        do throws(MobileClientError) {
            let rule = try RiskRule(settings)
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

    private func accept(_ fetched: FetchedIndex) throws(MobileClientError) {
        if let seenSequence, let sequence = fetched.sequence, sequence < seenSequence {
            throw .messageRefused(.keyIndex, .lowerSequence(highestSeen: seenSequence, offered: sequence))
        }
    }

    /// Fetches chunks. A refused chunk is left for later, and the others continue without it. If the server does not
    /// answer at all, it is not asked for more.
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
        by rule: RiskRule,
        into outcome: inout DetectionOutcome
    ) async throws(MobileClientError) {
        guard !exports.isEmpty else {
            outcome.isComplete = outcome.failed.isEmpty
            return
        }
        do {
            if let windows = rule.windows {
                try await choose(windows.mapping)
            }
            let summary = try await framework.detectExposures(in: exports, under: rule.scores.configuration)
            outcome.report.summary = summary
            guard wantsInfos else {
                outcome.isComplete = true
                return
            }
            if let windows = rule.windows {
                try await evaluate(summary, by: windows, into: &outcome)
            } else if rule.scores.isMet(by: summary) {
                outcome.report.infos = try await framework.exposureInfos()
                outcome.report.lastContact = rule.scores.lastDayOfRisk(in: outcome.report.infos)
            }
        } catch {
            throw .framework(error)
        }
        outcome.isComplete = true
    }

    /// Asks for a mapping. The framework changes it once in seven days; until then the earlier one counts, because a
    /// detection with it is better than none.
    private func choose(_ mapping: DiagnosisKeysDataMapping) async throws(ExposureFrameworkError) {
        do throws(ExposureFrameworkError) {
            try await framework.setDiagnosisKeysDataMapping(mapping)
        } catch {
            guard error == .rateLimited else {
                throw error
            }
        }
    }

    /// Judges all windows, if there is something new in them. Each reading of windows alerts the owner, so a rule of
    /// summaries reads these first.
    private func evaluate(
        _ summary: ExposureDetectionSummary,
        by rule: RiskRule.Windows,
        into outcome: inout DetectionOutcome
    ) async throws(ExposureFrameworkError) {
        guard summary.matchedKeyCount > 0 else {
            return
        }
        if let configuration = rule.summaries {
            guard rule.isMet(by: try await framework.dailySummaries(under: configuration)) else {
                return
            }
        }
        let today = authority.clock.now().utcDay
        let found = rule.finding(of: try await framework.exposureWindows(), on: today)
        outcome.finding = found
        // The owner is warned once of a day.
        let before = finding?.notifiedDays ?? []
        outcome.report.lastContact = found.current(on: today).notifiedDays.subtracting(before).max()
    }
}

/// The result of a detection for the state.
struct DetectionOutcome: Sendable {
    let retriesOnly: Bool
    /// Whether contacts at risk are reported: not to an owner who tested positive.
    var looksForRisk = true
    var report = DetectionReport()
    /// Days and reasons of the rule of exposure windows; nil if it read none.
    var finding: RiskFinding?
    var index: ChunkIndex?
    var indexSequence: Int64?
    /// Chunks that were processed or expired, in the order in which they were fetched.
    var finished: [Int] = []
    var failed: [Int] = []
    /// Whether the phone processed all chunks that it got, and either got some or there were none.
    var isComplete = false

    init(retriesOnly: Bool) {
        self.retriesOnly = retriesOnly
    }

    /// Ends the detection without any processed chunk.
    mutating func abandon(because error: MobileClientError) {
        finished = []
        failed = []
        (report, finding) = (DetectionReport(), nil)
        report.interruption = error
        isComplete = false
    }
}

/// The report of a detection: what it did and found.
public struct DetectionReport: Equatable, Sendable {
    /// The chunks that were verified and searched, oldest first.
    public internal(set) var chunks: [Chunk] = []
    /// Nil if there was nothing new.
    public internal(set) var summary: ExposureDetectionSummary?
    /// Empty unless the summary reached the threshold.
    public internal(set) var infos: [ExposureInfo] = []
    /// The day of the contact in the owner's warning.
    public internal(set) var lastContact: CalendarDay?
    /// The reason why chunks were left for later.
    public internal(set) var interruption: MobileClientError?

    /// The report of a detection that did nothing.
    public init() {}

    /// A TEK Chunk that was matched.
    public struct Chunk: Hashable, Sendable {
        public let index: Int
        public let byteCount: Int
        public let keyCount: Int
    }
}
