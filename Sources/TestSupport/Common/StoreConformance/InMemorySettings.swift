package import ExposurePrimitives
package import Persistence
import Synchronization

/// The settings in memory, the reference of the conformance suite. With a planted fault it shows that the suite finds
/// the fault.
package final class InMemorySettings: SettingsHistoryStore {
    /// A fault that an adapter could have.
    package enum Fault: Sendable, CaseIterable {
        case presetsOverwriteChanges
        case acceptsStaleBases
        case forgetsOldRevisions
        case mixesRevisions
        case losesTheReason
        case countsPresetsTwice
    }

    private struct Kept: Sendable {
        var revisions: [(revision: SettingsRevision, settings: [AppSetting])] = []
        var digest: [UInt8]?
    }

    private let fault: Fault?
    private let kept = Mutex(Kept())

    package init(fault: Fault? = nil) {
        self.fault = fault
    }

    package func settings(platform: String, build: Int) async throws(StoreError) -> [AppSetting] {
        let all = kept.withLock { kept in
            fault == .mixesRevisions ? kept.revisions.flatMap(\.settings) : kept.revisions.last?.settings ?? []
        }
        var effective: [String: AppSetting] = [:]
        for setting in all where setting.platform == platform && setting.startingBuild <= build {
            if setting.startingBuild >= effective[setting.name]?.startingBuild ?? 0 {
                effective[setting.name] = setting
            }
        }
        return effective.values.sorted { $0.name < $1.name }
    }

    package func revision() async throws(StoreError) -> Int64 {
        kept.withLock { Int64($0.revisions.count) }
    }

    package func apply(
        preset: [AppSetting],
        digest: [UInt8],
        at time: UnixTime
    ) async throws(StoreError) -> PresetOutcome {
        kept.withLock { kept in
            if kept.digest == digest && fault != .countsPresetsTwice {
                return .unchanged
            }
            if Set(kept.revisions.last?.settings ?? []) == Set(preset) && fault != .countsPresetsTwice {
                kept.digest = digest
                return .unchanged
            }
            let isChangedByHand = kept.revisions.contains { $0.revision.change.origin != .preset }
            guard !isChangedByHand || fault == .presetsOverwriteChanges else {
                return .ignored
            }
            let change = SettingsChange(madeAt: time, author: "preset", reason: "preset", origin: .preset)
            add(preset, as: change, to: &kept)
            kept.digest = digest
            return .applied
        }
    }

    package func history() async throws(StoreError) -> [SettingsRevision] {
        kept.withLock { $0.revisions.reversed().map(\.revision) }
    }

    package func settings(of revision: Int64) async throws(StoreError) -> [AppSetting]? {
        kept.withLock { kept in
            if fault == .forgetsOldRevisions && revision < kept.revisions.count {
                return nil
            }
            return kept.revisions.first { $0.revision.number == revision }?.settings
        }
    }

    package func append(
        _ settings: [AppSetting],
        as change: SettingsChange,
        after base: Int64
    ) async throws(StoreError) -> Int64? {
        kept.withLock { kept in
            guard base == kept.revisions.count || fault == .acceptsStaleBases else {
                return nil
            }
            let reason = fault == .losesTheReason ? "" : change.reason
            let stored = SettingsChange(
                madeAt: change.madeAt,
                author: change.author,
                reason: reason,
                origin: change.origin
            )
            add(settings, as: stored, to: &kept)
            return Int64(kept.revisions.count)
        }
    }

    private func add(_ settings: [AppSetting], as change: SettingsChange, to kept: inout Kept) {
        let revision = SettingsRevision(number: Int64(kept.revisions.count) + 1, change: change)
        kept.revisions.append((revision, settings))
    }
}
