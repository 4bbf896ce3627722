package import AssociationPorts
import AssociationProtocol
package import ClockPorts
import ExposurePrimitives

/// Makes the index of each interval after its end, and has one ready in memory before.
///
/// An account that is registered during an interval is in both. Because an index is ready, an upload with a contact of
/// the present interval takes no longer than another.
package struct ClientIDIndexJob: Sendable {
    private let stores: AssociationStoreSet
    private let clock: any TrustedClock
    private let provisional: ProvisionalIndexes

    /// - Parameter provisional: the indexes that uploads use until those of this job are stored.
    package init(stores: AssociationStoreSet, clock: any TrustedClock, provisional: ProvisionalIndexes) {
        self.stores = stores
        self.clock = clock
        self.provisional = provisional
    }

    /// Makes the missing indexes of the last 15 days.
    ///
    /// Throws `ClockHold` and makes none while the clock is not trusted.
    ///
    /// - Returns: the number of indexes.
    package func run() async throws -> Int {
        let now = try await clock.trustedNow()
        let end = AssociationInterval(clamping: now.advanced(bySeconds: -Self.delay))
        let first = AssociationInterval(
            clamping: end.start.advanced(bySeconds: -Int64(ClientIDIndex.life) * UnixTime.secondsPerDay)
        )
        guard first < end else {
            return 0
        }
        let missing = try await stores.indexes.intervalsWithoutIndex(first...AssociationInterval(end.number - 1))
        for interval in missing {
            try await stores.indexes.put(provisional.maker.index(of: interval), of: interval)
        }
        await provisional.forget(before: end)
        try await prepare(AssociationInterval(clamping: now))
        return missing.count
    }

    /// A contact is searched in the intervals beside its own too, and clocks differ.
    private func prepare(_ present: AssociationInterval) async throws {
        for interval in present.neighbourhood where interval >= present {
            _ = try await provisional.index(of: interval)
        }
    }

    /// Seconds after the end of an interval: a phone whose clock is slow is still in it.
    private static let delay: Int64 = 300
}
