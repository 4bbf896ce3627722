import AssociationPorts
import AssociationProtocol
import Logging
package import ServiceKit

/// The batches and forwarded reports that have arrived, and their validation for as long as the service runs.
package struct ArrivedReports: AuthorityService {
    package let validation: BatchValidationJob
    /// For one listener. Signals that come while it works become one.
    private let signals = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let inbox: any BatchInbox
    /// Only for the validation of contacts: nobody else has to find a phone by its ClientID. Each process has the index
    /// of the present interval in its memory.
    private let indexing: ClientIDIndexJob?
    private let logger: Logger

    package init(_ means: AuthorityMeans, partners: [ForeignAuthority], provisional: ProvisionalIndexes) {
        let (stores, configuration) = (means.stores, means.configuration)
        validation = BatchValidationJob(
            stores: stores,
            configuration: configuration,
            partners: Set(partners.map(\.jurisdiction)),
            provisional: provisional,
            metrics: means.metrics
        )
        let indexing = ClientIDIndexJob(stores: stores, clock: means.trusted, provisional: provisional)
        self.indexing = configuration.decides ? indexing : nil
        (inbox, logger) = (stores.inbox, means.logger)
    }

    package var jobs: [PeriodicJob] {
        let indexes = indexing.map { indexing in
            PeriodicJob(name: "client-id-index", every: .seconds(60), runAtStart: true, in: .everyProcess) {
                let count = try await indexing.run()
                if count > 0 {
                    logger.record(AuthorityEvent.indexed(intervals: count))
                }
            }
        }
        // Batches that an earlier process left, and those after a failure.
        let again = PeriodicJob(name: "report-validation", every: .seconds(60), runAtStart: true, in: .everyProcess) {
            signal()
        }
        return [indexes, again].compactMap(\.self)
    }

    package var activities: [@Sendable () async -> Void] { [{ await validate() }] }

    /// Has it validated at once.
    func signal() {
        signals.continuation.yield()
    }

    private func validate() async {
        for await _ in signals.stream {
            do {
                let outcome = try await validation.run()
                if outcome != BatchValidationJob.Outcome() {
                    logger.record(AuthorityEvent.validated(outcome))
                }
                try await validation.metrics.setWaiting { try await inbox.count() }
            } catch {
                // The batches stay, and the next signal comes within a minute.
                logger.record(AuthorityEvent.validationFailed)
            }
        }
    }
}
