package import DiagnosisKeyStores
import Dispatch
package import ExposurePrimitives
package import GAENCore
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
    }

    private struct Right {
        var onset: CalendarDay
        var expiresAt: UnixTime
        var consumedAt: UnixTime?
    }

    private let fault: Fault?
    private var rights: [RightIdentifier: Right] = [:]
    private var keys: [TemporaryExposureKey.KeyData: (key: StoredKey, chunk: Int?)] = [:]
    private var padding: Set<TemporaryExposureKey.KeyData> = []
    private var planned: [PlannedChunk] = []
    private var published: [PublishedChunk] = []
    private var inbox: [InboxEntry] = []
    private var lastPeriodEnd: UnixTime?
    private var periods: Set<ChunkPeriod> = []
    private var lastIndex = 0
    private var heldRuns = 0

    package init(fault: Fault? = nil) {
        self.fault = fault
    }

    package nonisolated var stores: ExposureStores {
        ExposureStores(
            rights: self,
            uploads: self,
            chunks: self,
            retention: self,
            inbox: self
        )
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
        rights[right.identifier] = Right(onset: right.symptomsStartedOn, expiresAt: right.expiresAt)
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
        storing content: @escaping @Sendable (CalendarDay) -> UploadContent
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
            DispatchQueue.global().async { continuation.resume(returning: content(right.onset)) }
        }
        guard
            fault == .letsTwoWin || fault == .consumesOutsideTheTransaction
                || liveRight(identifier, now: now) != nil
        else {
            return false
        }
        rights[identifier]?.consumedAt = now
        store(made)
        return true
    }

    package func rehearse(
        _ identifier: RightIdentifier,
        now: UnixTime,
        storing content: @escaping @Sendable (CalendarDay) -> UploadContent
    ) async throws(StoreError) {
        _ = content(rights[identifier]?.onset ?? now.utcDay)
        if fault == .burnsRightsInRehearsals {
            rights[identifier]?.consumedAt = now
        }
    }

    private func store(_ content: UploadContent) {
        for key in content.keys
        where keys[key.diagnosisKey.key.keyData] == nil || fault == .publishesKeysTwice {
            keys[key.diagnosisKey.key.keyData] = (key, nil)
        }
        if fault != .losesTheInboxEntry {
            inbox.append(content.inboxEntry)
        }
    }
}

extension InMemoryExposureStores: ChunkStore {
    package func planChunks(
        rules: ChunkRules,
        now: UnixTime,
        padding: @escaping @Sendable (_ real: [DiagnosisKey], _ count: Int) -> [DiagnosisKey]
    ) async throws(StoreError) -> Int {
        let real = pendingKeys(rules: rules, now: now)
        let missing = missingKeyCount(real: real.count, rules: rules, now: now)
        let made = missing > 0 ? padding(real, missing) : []
        let pending = (real + made).sorted { $0.key.keyData < $1.key.keyData }
        guard !pending.isEmpty else {
            return 0
        }
        if pending.count < rules.minKeyCount, heldRuns < rules.maxHeldRuns {
            heldRuns += 1
            return 0
        }
        heldRuns = 0
        for key in made {
            keys[key.key.keyData] = (StoredKey(diagnosisKey: key, releasableAt: now), nil)
            self.padding.insert(key.key.keyData)
        }
        chunk(pending, rules: rules, now: now)
        return pending.count
    }

    private func missingKeyCount(real: Int, rules: ChunkRules, now: UnixTime) -> Int {
        if real == 0, let lastPeriodEnd, fault != .makesPaddingAnew,
            (-1..<rules.firstPeriod / 2).contains(now.seconds(since: lastPeriodEnd))
        {
            return 0
        }
        return max(0, rules.paddedKeyCount - real)
    }

    private func pendingKeys(rules: ChunkRules, now: UnixTime) -> [DiagnosisKey] {
        keys.values
            .filter { $0.chunk == nil && ($0.key.releasableAt <= now || fault == .ignoresTheEmbargo) }
            .map(\.key.diagnosisKey)
            .filter { now.seconds(since: $0.key.windowEnd) < rules.retention }
            .sorted { $0.key.keyData < $1.key.keyData }
    }

    private func chunk(_ pending: [DiagnosisKey], rules: ChunkRules, now: UnixTime) {
        let starts = Array(stride(from: 0, to: pending.count, by: rules.maxKeyCount))
        let last = lastPeriodEnd.map { end in
            end > now && fault != .followsFuturePeriods ? periods.map(\.end).filter { $0 <= now }.max() : end
        }
        let following = ChunkPeriod.following(
            (last ?? nil) ?? now.advanced(bySeconds: -rules.firstPeriod),
            count: starts.count,
            now: fault == .followsFuturePeriods ? max(now, lastPeriodEnd ?? now) : now,
            isTaken: periods.contains
        )
        for (start, period) in zip(starts, following) {
            lastIndex = fault == .reusesIndexes ? planned.count + published.count + 1 : lastIndex + 1
            lastPeriodEnd = period.end
            periods.insert(period)
            planned.append(PlannedChunk(index: lastIndex, periodStart: period.start, periodEnd: period.end))
            for key in pending[start..<min(start + rules.maxKeyCount, pending.count)] {
                keys[key.key.keyData]?.chunk = lastIndex
            }
        }
    }

    package func paddingKeys(
        ofChunk index: Int
    ) async throws(StoreError) -> Set<TemporaryExposureKey.KeyData> {
        padding.filter { keys[$0]?.chunk == index }
    }

    package func plannedChunks() async throws(StoreError) -> [PlannedChunk] {
        planned
    }

    package func keys(ofChunk index: Int) async throws(StoreError) -> [DiagnosisKey] {
        keys.values.filter { $0.chunk == index }.map(\.key.diagnosisKey)
            .sorted { $0.key.keyData < $1.key.keyData }
    }

    package func publish(_ chunk: PublishedChunk) async throws(StoreError) -> Bool {
        guard planned.first?.index == chunk.index else {
            return false
        }
        planned.removeFirst()
        published.append(chunk)
        return true
    }

    package func offeredIndexes(now: UnixTime, retention: Int64) async throws(StoreError) -> ClosedRange<Int>? {
        guard let oldest = firstOffered(now: now, retention: retention), let newest = published.last?.index else {
            return nil
        }
        return oldest...newest
    }

    private func firstOffered(now: UnixTime, retention: Int64) -> Int? {
        published.first { now.seconds(since: $0.retiresFrom) < retention }?.index
    }

    package func offeredChunk(
        _ index: Int,
        now: UnixTime,
        retention: Int64
    ) async throws(StoreError) -> PublishedChunk? {
        guard let oldest = firstOffered(now: now, retention: retention) else {
            return nil
        }
        return published.first { chunk in
            chunk.index == index && index >= oldest
                && (fault != .leavesGaps || now.seconds(since: chunk.retiresFrom) < retention)
        }
    }

    package func objectNames() async throws(StoreError) -> Set<String> {
        Set(published.map(\.objectName))
    }
}

extension InMemoryExposureStores: RetentionStore {
    package func deleteExpired(
        now: UnixTime,
        retention: Int64,
        consumedMemory: Int64
    ) async throws(StoreError) -> DeletedCounts {
        let expiredKeys = keys.filter { now.seconds(since: $0.value.key.diagnosisKey.key.windowEnd) >= retention }
        let chunkCount = published.count
        let inboxCount = inbox.count
        let rightCount = rights.count
        let realKeyCount = expiredKeys.keys.count { fault == .countsPadding || !padding.contains($0) }
        retireFutureChunks(now: now)
        expiredKeys.keys.forEach { keys[$0] = nil }
        padding.formIntersection(keys.keys)
        let oldest = firstOffered(now: now, retention: retention) ?? .max
        published.removeAll { $0.index < oldest }
        let oldestDay = now.advanced(bySeconds: -retention).utcDay
        inbox.removeAll { $0.receivedOn < oldestDay }
        rights = rights.filter { _, right in
            right.consumedAt.map { $0.utcDay >= now.advanced(bySeconds: -consumedMemory).utcDay }
                ?? isLive(right, now: now)
        }
        return DeletedCounts(
            keys: realKeyCount,
            unpublishedKeys: expiredKeys.values.filter { $0.chunk == nil }.count,
            chunks: chunkCount - published.count,
            inboxEntries: inboxCount - inbox.count,
            rights: rightCount - rights.count
        )
    }

    private func retireFutureChunks(now: UnixTime) {
        let limit = now.advanced(bySeconds: Self.futureTolerance)
        guard fault != .keepsFutureChunks else {
            return
        }
        published = published.map { chunk in
            guard chunk.retiresFrom > limit else {
                return chunk
            }
            let ends = keys.values.filter { $0.chunk == chunk.index }.map(\.key.diagnosisKey.key.windowEnd)
            return PublishedChunk(
                index: chunk.index,
                retiresFrom: ends.filter { $0 <= now }.max() ?? UnixTime(0),
                objectName: chunk.objectName,
                size: chunk.size,
                digest: chunk.digest
            )
        }
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
