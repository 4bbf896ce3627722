package import DiagnosisKeyStores
package import ExposurePrimitives
package import Persistence

/// The reference for the count of waiting keys, on an exposure database in memory. It can have one planted fault.
package struct InMemoryWaitingKeys: WaitingKeyStore {
    /// A mistake that the checks must find.
    package enum Fault: Sendable, CaseIterable {
        case ignoresTheEmbargo
        case excludesTheMoment
        case countsChosenKeys
        case countsOtherSequences
    }

    private let database: InMemoryExposureStores
    private let fault: Fault?

    package init(_ database: InMemoryExposureStores, fault: Fault? = nil) {
        self.database = database
        self.fault = fault
    }

    package func countWaitingKeys(
        in sequence: SequenceName,
        since moment: UnixTime
    ) async throws(StoreError) -> Int {
        let sequences = await database.sequences
        let counted = fault == .countsOtherSequences ? Array(sequences.values) : [sequences[sequence] ?? .init()]
        let limit = fault == .ignoresTheEmbargo ? .max : moment.seconds - (fault == .excludesTheMoment ? 1 : 0)
        return counted.reduce(0) { sum, state in
            sum + state.waiting.values.count { $0.seconds <= limit }
                + (fault == .countsChosenKeys ? state.chosen.count : 0)
        }
    }
}
