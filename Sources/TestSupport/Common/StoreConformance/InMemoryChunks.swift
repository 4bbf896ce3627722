import DiagnosisKeyStores
import ExposurePrimitives
import GAENCore
import Persistence

/// The chunks of one sequence in memory.
struct InMemoryChunks: ChunkStore {
    let stores: InMemoryExposureStores
    let sequence: SequenceName

    func planChunks(
        rules: ChunkRules,
        now: UnixTime,
        padding: @escaping @Sendable (PaddingRequest) -> [ChunkKey]
    ) async throws(StoreError) -> Int {
        await stores.planChunks(of: sequence, rules: rules, now: now, padding: padding)
    }

    func plannedChunks() async throws(StoreError) -> [PlannedChunk] {
        await state.plannedInBatches
    }

    func content(ofChunk index: Int) async throws(StoreError) -> ChunkContent {
        let keys = await stores.keys(ofChunk: index, in: sequence).map(\.diagnosisKey)
        return ChunkContent(keys: keys, padding: await stores.padding.intersection(keys.map(\.key.keyData)))
    }

    func countries(ofChunk index: Int) async throws(StoreError) -> [TemporaryExposureKey.KeyData: KeyCountries] {
        await stores.keys(ofChunk: index, in: sequence).reduce(into: [:]) { found, key in
            found[key.diagnosisKey.key.keyData] = key.countries
        }
    }

    func publish(_ chunk: PublishedChunk) async throws(StoreError) -> Bool {
        await stores.publish(chunk, in: sequence)
    }

    func offeredIndexes(now: UnixTime, retention: Int64) async throws(StoreError) -> ClosedRange<Int>? {
        let state = await state
        guard let oldest = state.firstOffered(now: now, retention: retention), let newest = state.published.last?.index
        else {
            return nil
        }
        return oldest...newest
    }

    func offeredChunk(_ index: Int, now: UnixTime, retention: Int64) async throws(StoreError) -> PublishedChunk? {
        let state = await state
        guard let oldest = state.firstOffered(now: now, retention: retention) else {
            return nil
        }
        return state.published.first { chunk in
            chunk.index == index && index >= oldest
                && (stores.fault != .leavesGaps || now.seconds(since: chunk.retiresFrom) < retention)
        }
    }

    func deleteRetired(now: UnixTime, retention: Int64) async throws(StoreError) -> Int {
        await stores.deleteRetiredChunks(of: sequence, now: now, retention: retention).count
    }

    func objectNames() async throws(StoreError) -> Set<String> {
        Set(await state.published.map(\.objectName))
    }

    private var state: InMemoryExposureStores.SequenceState {
        get async { await stores.sequences[sequence] ?? .init() }
    }
}

extension InMemoryExposureStores.SequenceState {
    func firstOffered(now: UnixTime, retention: Int64) -> Int? {
        published.first { now.seconds(since: $0.retiresFrom) < retention }?.index
    }

    /// The planned chunks, each with its place among the chunks of its period.
    var plannedInBatches: [PlannedChunk] {
        planned.map { chunk in
            let batch = batches[chunk.period, default: []]
            return PlannedChunk(
                index: chunk.index,
                periodStart: chunk.periodStart,
                periodEnd: chunk.periodEnd,
                batchNumber: (batch.firstIndex(of: chunk.index) ?? 0) + 1,
                batchCount: batch.count
            )
        }
    }

    /// The end of the newest period that is not in the future.
    func lastEnd(now: UnixTime) -> UnixTime? {
        lastPeriodEnd.flatMap { end in end > now ? batches.keys.map(\.end).filter { $0 <= now }.max() : end }
    }
}

extension PlannedChunk {
    var period: ChunkPeriod { ChunkPeriod(start: periodStart, end: periodEnd) }
}

// MARK: - Planning

extension InMemoryExposureStores {
    func planChunks(
        of sequence: SequenceName,
        rules: ChunkRules,
        now: UnixTime,
        padding: (PaddingRequest) -> [ChunkKey]
    ) -> Int {
        runs(of: sequence, rules: rules, now: now).reduce(0) { count, run in
            count + plan(run, of: sequence, rules: rules, now: now, padding: padding)
        }
    }

    private typealias Run = (cutOff: UnixTime, period: ChunkPeriod?)

    private func runs(of sequence: SequenceName, rules: ChunkRules, now: UnixTime) -> [Run] {
        guard let length = rules.fixedPeriod else {
            return [(now, nil)]
        }
        let state = sequences[sequence] ?? .init()
        let led = fault == .overtakesTheLeader ? nil : rules.leader
        let limit = led.map { sequences[$0]?.lastEnd(now: now) ?? UnixTime(.min) } ?? UnixTime(.max)
        return ChunkPeriod.fixed(
            length: length,
            after: state.lastEnd(now: now),
            beginning: beginning(of: state, leader: rules.leader),
            since: now.advanced(bySeconds: -rules.retention),
            now: fault == .publishesEarly ? now.advanced(bySeconds: length) : now
        ).filter { $0.end <= limit && state.batches[$0] == nil }.map { ($0.end.advanced(bySeconds: -1), $0) }
    }

    private func beginning(of state: SequenceState, leader: SequenceName?) -> ChunkPeriod.Beginning {
        if fault == .forgetsWhatWaited {
            return .waiting(since: nil)
        }
        if let leader, let start = sequences[leader]?.batches.keys.map(\.start).min() {
            return .leader(start)
        }
        return .waiting(since: state.waiting.values.min())
    }

    private func plan(
        _ run: Run,
        of sequence: SequenceName,
        rules: ChunkRules,
        now: UnixTime,
        padding: (PaddingRequest) -> [ChunkKey]
    ) -> Int {
        var state = sequences[sequence] ?? .init()
        defer { sequences[sequence] = state }
        let real = pendingKeys(of: state, cutOff: run.cutOff, rules: rules, now: now)
        let missing = missingKeyCount(of: state, real: real.count, rules: rules, now: now)
        let made = missing > 0 ? padding(PaddingRequest(count: missing, real: real, cutOff: run.cutOff)) : []
        let pending = (real + made).map(\.diagnosisKey).sorted { $0.key.keyData < $1.key.keyData }
        guard !pending.isEmpty, pending.count >= rules.minKeyCount || state.heldRuns >= rules.maxHeldRuns else {
            state.heldRuns += pending.isEmpty ? 0 : 1
            if let period = run.period, fault != .skipsEmptyPeriods {
                add([], period: period, to: &state)
            }
            return 0
        }
        state.heldRuns = 0
        for key in made {
            keys[key.diagnosisKey.key.keyData] = fault == .losesCountries ? .init(diagnosisKey: key.diagnosisKey) : key
            self.padding.insert(key.diagnosisKey.key.keyData)
        }
        let starts = Array(stride(from: 0, to: pending.count, by: rules.maxKeyCount))
        let periods = periods(of: run, count: starts.count, after: state, rules: rules, now: now)
        for (start, period) in zip(starts, periods) {
            let chosen = pending[start..<min(start + rules.maxKeyCount, pending.count)].map(\.key.keyData)
            add(chosen, period: period, to: &state)
            hand(chosen, to: rules.followers, at: period.start)
        }
        return pending.count
    }

    private func missingKeyCount(of state: SequenceState, real: Int, rules: ChunkRules, now: UnixTime) -> Int {
        if real == 0, let lastPeriodEnd = state.lastPeriodEnd, fault != .makesPaddingAnew,
            (-1..<rules.firstPeriod / 2).contains(now.seconds(since: lastPeriodEnd))
        {
            return 0
        }
        return max(0, rules.paddedKeyCount - real)
    }

    private func pendingKeys(
        of state: SequenceState,
        cutOff: UnixTime,
        rules: ChunkRules,
        now: UnixTime
    ) -> [ChunkKey] {
        state.waiting
            .filter { $0.value <= cutOff || fault == .ignoresTheEmbargo }
            .compactMap { keys[$0.key] }
            .filter { now.seconds(since: $0.diagnosisKey.key.windowEnd) < rules.retention }
            .sorted { $0.diagnosisKey.key.keyData < $1.diagnosisKey.key.keyData }
    }

    private func periods(
        of run: Run,
        count: Int,
        after state: SequenceState,
        rules: ChunkRules,
        now: UnixTime
    ) -> [ChunkPeriod] {
        if let period = run.period {
            return Array(repeating: period, count: count)
        }
        let last = fault == .followsFuturePeriods ? state.lastPeriodEnd : state.lastEnd(now: now)
        return ChunkPeriod.following(
            last ?? now.advanced(bySeconds: -rules.firstPeriod),
            count: count,
            now: fault == .followsFuturePeriods ? max(now, state.lastPeriodEnd ?? now) : now,
            isTaken: { state.batches[$0] != nil }
        )
    }

    private func add(
        _ chosen: [TemporaryExposureKey.KeyData],
        period: ChunkPeriod,
        to state: inout SequenceState
    ) {
        state.lastIndex = nextIndex(in: state)
        state.lastPeriodEnd = period.end
        state.batches[period, default: []].append(state.lastIndex)
        state.planned.append(PlannedChunk(index: state.lastIndex, periodStart: period.start, periodEnd: period.end))
        for keyData in chosen {
            state.waiting[keyData] = nil
            state.chosen[keyData] = state.lastIndex
        }
    }

    private func nextIndex(in state: SequenceState) -> Int {
        switch fault {
        case .reusesIndexes: state.planned.count + state.published.count + 1
        case .sharesNumbers: max(state.lastIndex, sequences.values.map(\.lastIndex).max() ?? 0) + 1
        default: state.lastIndex + 1
        }
    }

    private func hand(_ chosen: [TemporaryExposureKey.KeyData], to followers: [SequenceName], at start: UnixTime) {
        guard fault != .keepsFollowersWaiting else {
            return
        }
        for follower in followers {
            var state = sequences[follower] ?? .init()
            for keyData in chosen where state.waiting[keyData] == nil && state.chosen[keyData] == nil {
                state.waiting[keyData] = start
            }
            sequences[follower] = state
        }
    }

    // MARK: - Chunks

    func keys(ofChunk index: Int, in sequence: SequenceName) -> [ChunkKey] {
        let statements = sequences[sequence]?.statements ?? [:]
        return (sequences[sequence]?.chosen ?? [:]).filter { $0.value == index }
            .compactMap { chosen in keys[chosen.key]?.stating(statements[chosen.key]) }
            .sorted { $0.diagnosisKey.key.keyData < $1.diagnosisKey.key.keyData }
    }

    func publish(_ chunk: PublishedChunk, in sequence: SequenceName) -> Bool {
        guard sequences[sequence]?.planned.first?.index == chunk.index else {
            return false
        }
        sequences[sequence]?.planned.removeFirst()
        sequences[sequence]?.published.append(chunk)
        return true
    }
}
