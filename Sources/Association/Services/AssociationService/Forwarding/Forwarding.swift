import AssociationPorts
import AssociationProtocol
import ClockPorts
import HeraldPayloads
import Logging
import Persistence
package import ServiceKit

/// Sends the contacts of decided reports to the authorities of the phones that were met, until they have them or a day
/// is over.
package struct Forwarding: AuthorityService {
    private let store: any ForwardingStore
    private let home: Jurisdiction
    private let partners: [Jurisdiction: ForeignAuthority]
    private let clock: any TrustedClock
    private let metrics: ForwardingMetrics
    private let logger: Logger

    package init(_ means: AuthorityMeans, partners: [ForeignAuthority]) {
        (store, home) = (means.stores.forwarding, means.configuration.jurisdiction)
        self.partners = Dictionary(partners.map { ($0.jurisdiction, $0) }) { first, _ in first }
        (clock, logger) = (means.trusted, means.logger)
        metrics = ForwardingMetrics(in: means.metrics)
    }

    package var jobs: [PeriodicJob] {
        [
            PeriodicJob(name: "contact-forwarding", every: .seconds(60), runAtStart: true) {
                let outcome = try await run()
                metrics.count(outcome)
                if !outcome.isEmpty {
                    logger.record(AuthorityEvent.forwarded(outcome))
                }
            }
        ]
    }

    /// The result of one run.
    package struct Outcome: Hashable, Sendable {
        /// Reports that another authority has.
        package var taken = 0
        /// Reports that another authority does not take. They are tried again.
        package var refused = 0
        /// Attempts without an answer.
        package var failed = 0
        /// Reports that nobody took within a day. They are deleted.
        package var expired = 0
        /// Reports whose rows are damaged. They stay until their day is over.
        package var damaged = 0

        package init() {}

        var isEmpty: Bool { self == Outcome() }
    }

    /// Tries every report that is due. An authority that does not answer is asked once in a run, and does not delay
    /// the others.
    ///
    /// Throws `ClockHold` and sends nothing while the clock is not trusted.
    package func run() async throws -> Outcome {
        let now = try await clock.trustedNow()
        var outcome = Outcome()
        outcome.expired = try await store.deleteUnsent(now: now)
        let due = try await store.due(limit: Self.maxReports, now: now)
        let queues = Dictionary(grouping: due, by: \.destination)
        try await withThrowingTaskGroup(of: Outcome.self) { group in
            for (destination, reports) in queues {
                // An agreement that has ended: its reports wait for the end of their day.
                if let partner = partners[destination] {
                    group.addTask { try await send(reports, to: partner) }
                }
            }
            for try await part in group {
                outcome.taken += part.taken
                outcome.refused += part.refused
                outcome.failed += part.failed
                outcome.damaged += part.damaged
            }
        }
        return outcome
    }

    private func send(_ reports: [OutgoingReport], to partner: ForeignAuthority) async throws -> Outcome {
        var outcome = Outcome()
        for report in reports {
            let contacts: [ForwardedContact]
            do {
                contacts = try await store.contacts(of: report.number)
            } catch StoreError.damagedRow {
                outcome.damaged += 1
                continue
            }
            let message = ForwardedReport(
                number: report.number.bytes,
                origin: home,
                destination: report.destination,
                contacts: contacts
            )
            switch await partner.link.deliver(message.bytes) {
            case .taken:
                try await store.removeOutgoing(report.number)
                outcome.taken += 1
            case .refused:
                outcome.refused += 1
            case .failed:
                outcome.failed += 1
                return outcome
            }
        }
        return outcome
    }

    /// Reports of one run.
    private static let maxReports = 500
}
