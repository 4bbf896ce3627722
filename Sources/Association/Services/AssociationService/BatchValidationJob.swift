import AssociationAPI
import AssociationProtocol
package import AssociationStores
import ExposurePrimitives
import Persistence

/// Validates the batches that wait, and stores their contacts. No phone waits for it, so the time that it takes tells
/// nobody whether an upload was genuine (docs/decisions/0220).
///
/// A batch leaves the inbox after its contacts are stored. A process that is killed in between validates it again,
/// which changes nothing: the report has noted its digest.
package struct BatchValidationJob: Sendable {
    private let stores: AssociationStoreSet
    private let provisional: ProvisionalIndexes
    private let metrics: AuthorityMetrics?

    /// The result of one run.
    package struct Outcome: Hashable, Sendable {
        /// Batches whose contacts are stored.
        package var validated = 0
        /// Batches whose rows are damaged. They stay as they are.
        package var damaged = 0
    }

    /// - Parameter metrics: nil if another job of the process counts refusals.
    init(stores: AssociationStoreSet, provisional: ProvisionalIndexes, metrics: AuthorityMetrics?) {
        self.stores = stores
        self.provisional = provisional
        self.metrics = metrics
    }

    package init(stores: AssociationStoreSet) {
        self.init(stores: stores, provisional: ProvisionalIndexes(accounts: stores.accounts), metrics: nil)
    }

    /// Validates one batch after the other, until none waits. One damaged batch does not stop the others.
    package func run() async throws -> Outcome {
        var outcome = Outcome()
        var seen: Set<BatchName> = []
        while true {
            // Damaged ones stay, and must not hide the others.
            let waiting = try await stores.inbox.waiting(limit: Self.listed + outcome.damaged)
            let new = waiting.filter { seen.insert($0).inserted }
            guard !new.isEmpty else {
                return outcome
            }
            for name in new {
                do {
                    outcome.validated += try await validate(name) ? 1 : 0
                } catch StoreError.damagedRow {
                    outcome.damaged += 1
                }
            }
        }
    }

    /// - Returns: false if the batch was validated before, or counts no more.
    private func validate(_ name: BatchName) async throws -> Bool {
        guard let waiting = try await stores.inbox.batch(name) else {
            return false
        }
        let isStored = try await store(waiting)
        try await stores.inbox.remove(name)
        return isStored
    }

    private func store(_ waiting: WaitingBatch) async throws -> Bool {
        guard let account = try await stores.accounts.account(waiting.registration),
            let report = try await stores.reports.report(of: waiting.name.right, now: waiting.arrival),
            !report.received.contains(waiting.name.digest)
        else {
            return false
        }
        guard let received = try? ReceivedBatch(parsing: waiting.bytes, size: AssociationLimits.batchSize) else {
            throw StoreError.damagedRow(table: "waiting_batch")
        }
        let validation = ReportValidation(
            stores: stores,
            provisional: provisional,
            reporter: account,
            window: report.window,
            receiptTime: waiting.arrival
        )
        let checked = try await validation.check(received.batch.records)
        var generator = SystemRandomNumberGenerator()
        let outcome = try await stores.reports.accept(
            checked.contacts,
            digest: waiting.name.digest,
            of: waiting.name.right,
            newCase: .random(using: &generator),
            now: waiting.arrival
        )
        guard case .stored(let stored) = outcome else {
            return false
        }
        checked.refusals.forEach { metrics?.count($0) }
        (0..<stored.replays).forEach { _ in metrics?.count(.replay) }
        return true
    }

    /// Names that are read at once.
    private static let listed = 64
}
