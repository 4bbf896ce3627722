import AssociationProtocol
package import AssociationStores
package import ClockPorts
import ExposurePrimitives

/// Makes the index of each interval after its end.
///
/// An account that is registered during an interval is therefore in its index.
package struct ClientIDIndexJob: Sendable {
    private let stores: AssociationStoreSet
    private let clock: any TrustedClock
    private let maker: ClientIDIndexMaker

    package init(stores: AssociationStoreSet, clock: any TrustedClock) {
        self.stores = stores
        self.clock = clock
        maker = ClientIDIndexMaker(accounts: stores.accounts)
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
            try await stores.indexes.put(maker.index(of: interval), of: interval)
        }
        return missing.count
    }

    /// Seconds after the end of an interval: a phone whose clock is slow is still in it.
    private static let delay: Int64 = 300
}
