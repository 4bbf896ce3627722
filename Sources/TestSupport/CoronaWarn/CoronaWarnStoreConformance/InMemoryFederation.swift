package import CoronaWarnAPI
package import CoronaWarnPorts
package import DiagnosisKeyStores
package import ExposurePrimitives
import GAENCore
package import Persistence
import Synchronization

/// The reference for the port of the federation. It can have one planted fault.
package final class InMemoryFederation: FederationStore {
    /// A mistake that the checks must find.
    package enum Fault: Sendable, CaseIterable {
        case sharesNames
        case forgetsTheStateOfAChange
        case forgetsTheRoots
        case keepsRecordsOfTheRemoved
        case takesFromThePaused
        case takesTwice
        case ignoresTheLimit
        case forgetsSkippedKeys
        case countsYesterday
        case staysBehind
        case refusesTwice
        case recordsNoRefusal
        case keepsRecords
        case tellsTheSecond
        case answersWithoutLimit
        case answersOnce
    }

    private struct Content {
        var states: [RegionCode: FederationState] = [:]
        var countedOn: [RegionCode: CalendarDay] = [:]
        var records: [FederationRecord] = []
        /// The hour of a partner's last answer, and its answers in it.
        var answers: [RegionCode: (hour: Int64, count: Int)] = [:]
        var keys: [TemporaryExposureKey.KeyData: StoredKey] = [:]
    }

    private let content = Mutex(Content())
    private let fault: Fault?

    package init(fault: Fault? = nil) {
        self.fault = fault
    }

    /// The keys that were stored, sorted by their bytes.
    package var keys: [StoredKey] {
        content.withLock { $0.keys.sorted { $0.key < $1.key }.map(\.value) }
    }

    package func put(_ partner: FederationPartner) async throws(StoreError) -> Bool {
        content.withLock { content in
            let country = partner.country
            guard
                fault == .sharesNames
                    || !content.states.values.contains(where: {
                        $0.partner.name == partner.name && $0.partner.country != country
                    })
            else {
                return false
            }
            let kept = fault == .forgetsTheStateOfAChange ? nil : content.states[country]
            let known = fault == .forgetsTheRoots ? partner.withoutRoots : partner
            content.states[country] =
                kept.map { $0.changed(partner: known) } ?? FederationState(partner: known)
            return true
        }
    }

    package func remove(_ country: RegionCode) async throws(StoreError) -> Bool {
        content.withLock { content in
            if fault != .keepsRecordsOfTheRemoved {
                content.records.removeAll { $0.country == country }
            }
            content.answers[country] = nil
            return content.states.removeValue(forKey: country) != nil
        }
    }

    package func countAnswer(
        to country: RegionCode,
        limit: Int,
        now: UnixTime
    ) async throws(StoreError) -> Bool {
        content.withLock { content in
            let hour = now.seconds / 3600
            let last = content.answers[country].flatMap { $0.hour == hour || fault == .answersOnce ? $0.count : nil }
            guard content.states[country] != nil, last ?? 0 < limit || fault == .answersWithoutLimit else {
                return false
            }
            content.answers[country] = (hour, (last ?? 0) + 1)
            return true
        }
    }

    package func setPaused(_ isPaused: Bool, for country: RegionCode) async throws(StoreError) -> Bool {
        change(country) { $0.changed(isPaused: isPaused) }
    }

    package func rewind(_ country: RegionCode, to number: Int) async throws(StoreError) -> Bool {
        change(country) { $0.changed(lastBatch: number) }
    }

    package func noteAnswer(of country: RegionCode, now: UnixTime) async throws(StoreError) {
        _ = change(country) { $0.changed(answered: endOfHour(now)) }
    }

    private func change(_ country: RegionCode, _ change: (FederationState) -> FederationState) -> Bool {
        content.withLock { content in
            content.states[country] = content.states[country].map(change)
            return content.states[country] != nil
        }
    }

    package func partners(now: UnixTime) async throws(StoreError) -> [FederationState] {
        content.withLock { content in
            content.states.values.sorted { $0.partner.country < $1.partner.country }.map { state in
                counts(state, on: now.utcDay, content) ? state : state.changed(keysToday: 0)
            }
        }
    }

    package func records() async throws(StoreError) -> [FederationRecord] {
        content.withLock { $0.records.sorted { ($0.country, $0.number) < ($1.country, $1.number) } }
    }

    package func deleteRecords(age: Int64, now: UnixTime) async throws(StoreError) -> Int {
        content.withLock { content in
            let count = content.records.count
            content.records.removeAll {
                fault != .keepsRecords && now.seconds(since: $0.received) >= age
            }
            return count - content.records.count
        }
    }
}

// MARK: - Batches

extension InMemoryFederation {
    package func accept(_ batch: ReceivedBatch, now: UnixTime) async throws(StoreError) -> ReceptionOutcome {
        content.withLock { content in
            guard let state = state(of: batch.country, after: batch.last, content) else {
                return .outdated
            }
            let taken = counts(state, on: now.utcDay, content) ? state.keysToday : 0
            let count = taken + batch.keys.count + (fault == .forgetsSkippedKeys ? 0 : batch.skipped)
            guard count <= state.partner.maxKeysPerDay || fault == .ignoresTheLimit else {
                return .overLimit
            }
            for key in batch.keys where content.keys[key.diagnosisKey.key.keyData] == nil {
                content.keys[key.diagnosisKey.key.keyData] = key
            }
            content.countedOn[batch.country] = now.utcDay
            content.states[batch.country] = state.changed(keysToday: count)
            let record = FederationRecord(
                country: batch.country,
                number: batch.number,
                keys: batch.keys.count,
                skipped: batch.skipped,
                received: endOfHour(now)
            )
            moveOn(record, &content)
            return .stored
        }
    }

    package func refuse(
        _ number: Int,
        of country: RegionCode,
        after last: Int,
        because refusal: FederationRefusal,
        now: UnixTime
    ) async throws(StoreError) -> Bool {
        content.withLock { content in
            guard
                state(of: country, after: last, content) != nil
                    || fault == .refusesTwice && content.states[country] != nil
            else {
                return false
            }
            let record = FederationRecord(
                country: country,
                number: number,
                refusal: fault == .recordsNoRefusal ? nil : refusal,
                received: endOfHour(now)
            )
            moveOn(record, &content)
            return true
        }
    }

    private func state(of country: RegionCode, after last: Int, _ content: Content) -> FederationState? {
        guard let state = content.states[country], !state.isPaused || fault == .takesFromThePaused,
            state.lastBatch == last || fault == .takesTwice
        else {
            return nil
        }
        return state
    }

    private func moveOn(_ record: FederationRecord, _ content: inout Content) {
        let number = fault == .staysBehind ? nil : record.number
        content.states[record.country] = content.states[record.country].map {
            $0.changed(lastBatch: number, answered: record.received)
        }
        content.records.removeAll { $0.country == record.country && $0.number == record.number }
        content.records.append(record)
    }

    private func counts(_ state: FederationState, on day: CalendarDay, _ content: Content) -> Bool {
        content.countedOn[state.partner.country] == day || fault == .countsYesterday
    }

    private func endOfHour(_ moment: UnixTime) -> UnixTime {
        fault == .tellsTheSecond ? moment : UnixTime((moment.seconds + 3599) / 3600 * 3600)
    }
}

extension FederationState {
    fileprivate func changed(
        partner: FederationPartner? = nil,
        isPaused: Bool? = nil,
        lastBatch: Int? = nil,
        keysToday: Int? = nil,
        answered: UnixTime? = nil
    ) -> FederationState {
        FederationState(
            partner: partner ?? self.partner,
            isPaused: isPaused ?? self.isPaused,
            lastBatch: lastBatch ?? self.lastBatch,
            keysToday: keysToday ?? self.keysToday,
            answered: answered ?? self.answered
        )
    }
}

extension FederationPartner {
    fileprivate var withoutRoots: FederationPartner {
        FederationPartner(
            country: country,
            name: name,
            server: server,
            trustRoots: nil,
            publicKey: publicKey,
            maxKeysPerDay: maxKeysPerDay
        )
    }
}
