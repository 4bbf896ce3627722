package import DiagnosisKeyStores
package import ExposurePrimitives
package import GAENCore
package import Persistence

/// The reference for withdrawn chunks, on an exposure database in memory. It can have one planted fault.
package struct InMemoryWithdrawals: WithdrawalStore {
    /// A mistake that the checks must find.
    package enum Fault: Sendable, CaseIterable {
        case withdrawsPlannedChunks
        case keepsUnsoundKeys
        case keepsUnsoundKeysElsewhere
        case deletesKeysOfOtherChunks
        case reachesOtherSequences
        case releasesAtOnce
        case deletesTheChunk
        case countsUnsoundKeys
    }

    private let database: InMemoryExposureStores
    private let fault: Fault?

    package init(_ database: InMemoryExposureStores, fault: Fault? = nil) {
        self.database = database
        self.fault = fault
    }

    package func withdrawKeys(
        ofChunk index: Int,
        in sequence: SequenceName,
        except unsound: Set<TemporaryExposureKey.KeyData>,
        from release: UnixTime
    ) async throws(StoreError) -> Int {
        let release = fault == .releasesAtOnce ? UnixTime(0) : release
        return await database.withdraw(index, of: sequence, except: unsound, from: release, fault: fault)
    }
}

extension InMemoryExposureStores {
    fileprivate func withdraw(
        _ index: Int,
        of sequence: SequenceName,
        except unsound: Set<TemporaryExposureKey.KeyData>,
        from release: UnixTime,
        fault: InMemoryWithdrawals.Fault?
    ) -> Int {
        let isPublished = sequences[sequence]?.published.contains { $0.index == index } ?? false
        guard isPublished || fault == .withdrawsPlannedChunks else {
            return 0
        }
        let reached = fault == .reachesOtherSequences ? Array(sequences.keys) : [sequence]
        let chosen = reached.flatMap { chosenKeys(of: index, in: $0) }
        var deleted = unsound.intersection(chosen)
        switch fault {
        case .keepsUnsoundKeys: deleted = []
        case .deletesKeysOfOtherChunks: deleted = unsound
        default: break
        }
        for key in deleted {
            delete(key, from: fault == .keepsUnsoundKeysElsewhere ? [sequence] : Array(sequences.keys))
        }
        let sound = Set(chosen).subtracting(deleted)
        for name in reached {
            for key in sound where sequences[name]?.chosen[key] == index {
                sequences[name]?.chosen[key] = nil
                sequences[name]?.waiting[key] = release
            }
        }
        if fault == .deletesTheChunk {
            sequences[sequence]?.published.removeAll { $0.index == index }
        }
        return fault == .countsUnsoundKeys ? chosen.count : sound.count
    }

    private func chosenKeys(of index: Int, in sequence: SequenceName) -> [TemporaryExposureKey.KeyData] {
        (sequences[sequence]?.chosen ?? [:]).filter { $0.value == index }.map(\.key)
    }

    private func delete(_ key: TemporaryExposureKey.KeyData, from names: [SequenceName]) {
        for name in names {
            sequences[name]?.chosen[key] = nil
            sequences[name]?.waiting[key] = nil
        }
        if names.count == sequences.count {
            keys[key] = nil
        }
    }
}
