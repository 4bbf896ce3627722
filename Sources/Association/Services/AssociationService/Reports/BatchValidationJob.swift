import AssociationAPI
package import AssociationPorts
import AssociationProtocol
import ExposurePrimitives
package import HeraldPayloads
import Persistence
package import ServiceKit

/// Validates the batches and the forwarded reports that wait, and stores their contacts. No phone waits for it, so the
/// time that it takes tells nobody whether an upload was genuine (docs/decisions/0220).
///
/// A batch leaves the inbox after its contacts are stored. A process that is killed in between validates it again,
/// which changes nothing: the report has noted its digest.
package struct BatchValidationJob: Sendable {
    private let stores: AssociationStoreSet
    private let provisional: ProvisionalIndexes
    private let places: ForwardingPlaces
    private let form: ReportForm
    let metrics: ReportMetrics

    /// The result of one run.
    package struct Outcome: Hashable, Sendable {
        /// Batches whose contacts are stored.
        package var validated = 0
        /// Reports of other authorities whose contacts were looked at.
        package var forwarded = 0
        /// Batches and forwarded reports whose rows are damaged. They stay as they are.
        package var damaged = 0
    }

    /// - Parameter partners: the authorities with which there is an agreement.
    package init(
        stores: AssociationStoreSet,
        configuration: AuthorityConfiguration,
        partners: Set<Jurisdiction>,
        provisional: ProvisionalIndexes,
        metrics: MetricsRegistry
    ) {
        (self.stores, self.provisional, form) = (stores, provisional, configuration.reports)
        places = ForwardingPlaces(home: configuration.jurisdiction, partners: partners)
        self.metrics = ReportMetrics(in: metrics)
    }

    /// Validates one after the other, until none waits. One damaged row does not stop the others. Batches of this
    /// authority's phones come before each report of another one, so no partner delays them for long.
    package func run() async throws -> Outcome {
        var outcome = Outcome()
        var batches = Progress<BatchName>()
        var reports = Progress<CaseID>()
        repeat {
            while let name = try await batches.next(in: stores.inbox.waiting(limit:), whenNew: beginRound) {
                outcome.validated += try await batches.attempt { try await validate(name) } ? 1 : 0
            }
            if let caseID = try await reports.next(in: stores.forwarding.waitingReports(limit:), whenNew: beginRound) {
                outcome.forwarded += try await reports.attempt { try await validateForwarded(caseID) } ? 1 : 0
            } else {
                outcome.damaged = batches.damaged + reports.damaged
                return outcome
            }
        } while true
    }

    private func beginRound() async {
        await provisional.beginRound()
    }

    /// A walk through what waits, each once.
    private struct Progress<Name: Hashable & Sendable> {
        private(set) var damaged = 0
        private var seen: Set<Name> = []
        private var listed: [Name] = []

        /// - Parameters:
        ///   - waiting: the names of those that wait, up to a limit.
        ///   - whenNew: is called when some were listed that were not seen before.
        mutating func next(
            in waiting: (_ limit: Int) async throws -> [Name],
            whenNew: () async -> Void
        ) async throws -> Name? {
            if listed.isEmpty {
                // Damaged ones stay, and must not hide the others.
                listed = try await waiting(BatchValidationJob.listed + damaged).filter { !seen.contains($0) }.reversed()
                if !listed.isEmpty {
                    await whenNew()
                }
            }
            guard let name = listed.popLast() else {
                return nil
            }
            seen.insert(name)
            return name
        }

        mutating func attempt(_ validate: () async throws -> Bool) async throws -> Bool {
            do {
                return try await validate()
            } catch StoreError.damagedRow {
                damaged += 1
                return false
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
            !report.isComplete, !report.received.contains(waiting.name.digest)
        else {
            return false
        }
        // A batch of version 0.2. Its phone plans the report again.
        guard waiting.bytes.count == AssociationLimits.batchSize else {
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
            receiptTime: waiting.arrival,
            places: places,
            form: form
        )
        let checked = try await validation.check(received.batch.records)
        var generator = SystemRandomNumberGenerator()
        let outcome = try await stores.reports.accept(
            BatchContent(contacts: checked.contacts, foreign: checked.foreign, boxes: checked.boxes),
            digest: waiting.name.digest,
            of: waiting.name.right,
            newCase: .random(using: &generator),
            now: waiting.arrival
        )
        guard case .stored(let stored) = outcome else {
            return false
        }
        checked.refusals.forEach { metrics.count($0) }
        (0..<stored.replays).forEach { _ in metrics.count(.replay) }
        (0..<stored.excess).forEach { _ in metrics.count(.tooMany) }
        return true
    }

    private func validateForwarded(_ caseID: CaseID) async throws -> Bool {
        guard let waiting = try await stores.forwarding.incoming(caseID) else {
            return false
        }
        guard let report = try? ForwardedReport(parsing: waiting.bytes) else {
            throw StoreError.damagedRow(table: "incoming_report")
        }
        let validation = ForwardedValidation(stores: stores, provisional: provisional, arrival: waiting.arrival)
        let checked = try await validation.check(report.contacts)
        let replays = try await stores.forwarding.acceptIncoming(checked.contacts, of: caseID, now: waiting.arrival)
        guard let replays else {
            return false
        }
        checked.refusals.forEach { metrics.count($0) }
        (0..<replays).forEach { _ in metrics.count(.replay) }
        return true
    }

    /// Names that are read at once.
    private static let listed = 64
}
