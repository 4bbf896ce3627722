package import DiagnosisKeyStores
import Dispatch
package import ExposurePrimitives
import GAENCore
package import Persistence

/// The exposure database in memory, the reference for the conformance checks. Faults can be planted in it to show that
/// the checks find them.
package actor InMemoryExposureStores {
    /// A fault that a database adapter could have.
    package enum Fault: String, CaseIterable, Sendable {
        case consumesOutsideTheTransaction
        case losesTheInboxEntry
        case letsTwoWin
        case burnsRightsInRehearsals
        case reusesIndexes
        case publishesKeysTwice
        case ignoresTheEmbargo
        case forgetsConsumedRights
        case makesPaddingAnew
        case countsPadding
        case believesFarExpiries
        case followsFuturePeriods
        case keepsFutureChunks
        case leavesGaps
        case spreadsKnownKeys
        case losesCountries
        case mixesStatements
        case sharesNumbers
        case publishesEarly
        case skipsEmptyPeriods
        case keepsFollowersWaiting
        case deletesOtherSequences
        case overtakesTheLeader
        case countsFollowers
        case forgetsFiles
        case forgetsWhatWaited
    }

    private struct Right {
        var evidence: RightEvidence
        var expiresAt: UnixTime
        var consumedAt: UnixTime?
    }

    /// One sequence: its keys, each waiting for a moment or chosen for a chunk, and its chunks.
    struct SequenceState {
        var waiting: [TemporaryExposureKey.KeyData: UnixTime] = [:]
        /// Those of the keys that are not as everywhere else.
        var statements: [TemporaryExposureKey.KeyData: KeyStatement] = [:]
        var chosen: [TemporaryExposureKey.KeyData: Int] = [:]
        var planned: [PlannedChunk] = []
        var published: [PublishedChunk] = []
        var lastPeriodEnd: UnixTime?
        /// The indexes of each period's chunks.
        var batches: [ChunkPeriod: [Int]] = [:]
        var lastIndex = 0
        var heldRuns = 0
    }

    let fault: Fault?
    private var rights: [RightIdentifier: Right] = [:]
    /// The keys, each once for all of its sequences.
    var keys: [TemporaryExposureKey.KeyData: ChunkKey] = [:]
    var padding: Set<TemporaryExposureKey.KeyData> = []
    var sequences: [SequenceName: SequenceState] = [:]
    private var inbox: [InboxEntry] = []

    package init(fault: Fault? = nil) {
        self.fault = fault
    }

    package nonisolated var stores: ExposureStores {
        ExposureStores(
            rights: self,
            uploads: self,
            retention: self,
            inbox: self
        ) { InMemoryChunks(stores: self, sequence: $0) }
    }
}

extension InMemoryExposureStores: UploadRightStore {
    package func grant(_ right: UploadRight, now: UnixTime) async throws(StoreError) -> GrantOutcome {
        if let known = rights[right.identifier] {
            if known.consumedAt != nil, fault != .forgetsConsumedRights {
                return .consumed
            }
            if known.consumedAt == nil, isLive(known, now: now) {
                return .live
            }
        }
        rights[right.identifier] = Right(evidence: right.evidence, expiresAt: right.expiresAt)
        return .granted
    }

    package func isLive(_ identifier: RightIdentifier, now: UnixTime) async throws(StoreError) -> Bool {
        liveRight(identifier, now: now) != nil
    }

    private func liveRight(_ identifier: RightIdentifier, now: UnixTime) -> Right? {
        rights[identifier].flatMap { $0.consumedAt == nil && isLive($0, now: now) ? $0 : nil }
    }

    private func isLive(_ right: Right, now: UnixTime) -> Bool {
        fault == .believesFarExpiries ? right.expiresAt > now : UploadRight.isLive(until: right.expiresAt, now: now)
    }
}

extension InMemoryExposureStores: UploadStore {
    package func consume(
        _ identifier: RightIdentifier,
        now: UnixTime,
        storing content: @escaping @Sendable (RightEvidence) throws(StoreError) -> UploadContent
    ) async throws(StoreError) -> Bool {
        guard let right = liveRight(identifier, now: now) else {
            return false
        }
        if fault == .consumesOutsideTheTransaction {
            rights[identifier]?.consumedAt = now
        }
        // The content is made off the actor, on a thread that may block, so that tests can observe the others' view.
        // The right is checked again afterwards.
        let made = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: Result { () throws(StoreError) in try content(right.evidence) })
            }
        }
        guard
            fault == .letsTwoWin || fault == .consumesOutsideTheTransaction
                || liveRight(identifier, now: now) != nil
        else {
            return false
        }
        let content = try made.get()
        rights[identifier]?.consumedAt = now
        store(content)
        return true
    }

    package func rehearse(
        _ identifier: RightIdentifier,
        now: UnixTime,
        storing content: @escaping @Sendable (RightEvidence) throws(StoreError) -> UploadContent
    ) async throws(StoreError) {
        _ = try content(rights[identifier]?.evidence ?? .none)
        if fault == .burnsRightsInRehearsals {
            rights[identifier]?.consumedAt = now
        }
    }

    private func store(_ content: UploadContent) {
        for stored in content.keys {
            let keyData = stored.diagnosisKey.key.keyData
            guard keys[keyData] == nil || fault == .publishesKeysTwice || fault == .spreadsKnownKeys else {
                continue
            }
            let countries = fault == .losesCountries ? nil : stored.countries
            keys[keyData] = ChunkKey(diagnosisKey: stored.diagnosisKey, countries: countries)
            for release in stored.releases
            where sequences[release.sequence]?.chosen[keyData] == nil || fault == .publishesKeysTwice {
                sequences[release.sequence, default: .init()].chosen[keyData] = nil
                sequences[release.sequence, default: .init()].waiting[keyData] = release.releasableAt
                if fault != .mixesStatements {
                    sequences[release.sequence, default: .init()].statements[keyData] = release.statement
                }
            }
        }
        if let entry = content.inboxEntry, fault != .losesTheInboxEntry {
            inbox.append(entry)
        }
    }
}

extension InMemoryExposureStores: RetentionStore {
    package func deleteExpired(
        now: UnixTime,
        retention: Int64,
        consumedMemory: Int64,
        followers: [SequenceName]
    ) async throws(StoreError) -> DeletedCounts {
        let inboxCount = inbox.count
        let rightCount = rights.count
        retireFutureChunks(now: now)
        let (keyCount, unpublishedKeys) = deleteKeys(
            endedBy: now.advanced(bySeconds: -retention),
            followers: followers
        )
        let files = deleteRetiredChunks(now: now, retention: retention)
        let oldestDay = now.advanced(bySeconds: -retention).utcDay
        inbox.removeAll { $0.receivedOn < oldestDay }
        rights = rights.filter { _, right in
            right.consumedAt.map { $0.utcDay >= now.advanced(bySeconds: -consumedMemory).utcDay }
                ?? isLive(right, now: now)
        }
        return DeletedCounts(
            keys: keyCount,
            unpublishedKeys: unpublishedKeys,
            chunks: files.count,
            files: fault == .forgetsFiles ? [] : files,
            inboxEntries: inboxCount - inbox.count,
            rights: rightCount - rights.count
        )
    }

    private func deleteKeys(endedBy oldest: UnixTime, followers: [SequenceName]) -> (real: Int, unpublished: Int) {
        let expired = Set(keys.filter { $0.value.diagnosisKey.key.windowEnd <= oldest }.keys)
        let leading = sequences.filter { !followers.contains($0.key) || fault == .countsFollowers }
        let waiting = Set(leading.values.flatMap(\.waiting.keys))
        let counts = (
            real: expired.count { fault == .countsPadding || !padding.contains($0) },
            unpublished: expired.intersection(waiting).count
        )
        for keyData in expired {
            keys[keyData] = nil
            padding.remove(keyData)
            for sequence in sequences.keys {
                sequences[sequence]?.waiting[keyData] = nil
                sequences[sequence]?.chosen[keyData] = nil
            }
        }
        return counts
    }

    private func deleteRetiredChunks(now: UnixTime, retention: Int64) -> [String] {
        sequences.keys.flatMap { deleteRetiredChunks(of: $0, now: now, retention: retention) }
    }

    /// Returns the object names of the deleted chunks.
    func deleteRetiredChunks(of sequence: SequenceName, now: UnixTime, retention: Int64) -> [String] {
        guard fault != .deletesOtherSequences else {
            sequences.keys.forEach { sequences[$0]?.published = [] }
            return []
        }
        let oldest = sequences[sequence]?.firstOffered(now: now, retention: retention) ?? .max
        let retired = sequences[sequence]?.published.filter { $0.index < oldest } ?? []
        sequences[sequence]?.published.removeAll { $0.index < oldest }
        return retired.map(\.objectName)
    }

    private func retireFutureChunks(now: UnixTime) {
        guard fault != .keepsFutureChunks else {
            return
        }
        for (name, state) in sequences {
            sequences[name]?.published = state.published.map { retired($0, in: state, now: now) }
        }
    }

    private func retired(_ chunk: PublishedChunk, in state: SequenceState, now: UnixTime) -> PublishedChunk {
        guard chunk.retiresFrom > now.advanced(bySeconds: Self.futureTolerance) else {
            return chunk
        }
        let members = state.chosen.filter { $0.value == chunk.index }.keys
        let ends = members.compactMap { keys[$0]?.diagnosisKey.key.windowEnd }
        return PublishedChunk(
            index: chunk.index,
            periodEnd: chunk.periodEnd,
            retiresFrom: ends.filter { $0 <= now }.max() ?? UnixTime(0),
            objectName: chunk.objectName,
            size: chunk.size,
            digest: chunk.digest
        )
    }

    package func eraseTraces() async throws(StoreError) -> Bool {
        true
    }
}

extension InMemoryExposureStores: AnalyticsInbox {
    package func entries(limit: Int) async throws(StoreError) -> [InboxEntry] {
        Array(inbox.sorted { $0.identifier < $1.identifier }.prefix(limit))
    }

    package func remove(_ identifiers: [Bytes16]) async throws(StoreError) {
        inbox.removeAll { identifiers.contains($0.identifier) }
    }
}

extension ChunkKey {
    /// The key as one sequence has it.
    func stating(_ statement: KeyStatement?) -> ChunkKey {
        guard let statement else {
            return self
        }
        let key = DiagnosisKey(
            key: diagnosisKey.key,
            transmissionRiskLevel: statement.transmissionRiskLevel,
            reportType: statement.reportType,
            daysSinceOnsetOfSymptoms: statement.daysSinceOnsetOfSymptoms
        )
        return ChunkKey(diagnosisKey: key, countries: countries)
    }
}
