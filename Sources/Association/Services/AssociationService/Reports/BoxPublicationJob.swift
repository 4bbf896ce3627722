package import AssociationPorts
import AssociationProtocol
package import ClockPorts
import ExposurePrimitives
package import Persistence

/// Publishes the boxes of each day for all phones: once a day, in parts of one size. It also deletes old files,
/// even where the form of reports has changed since.
///
/// Everything about a day is fixed when it begins. A process that is killed in between writes the same parts again.
package struct BoxPublicationJob: Sendable {
    private let stores: AssociationStoreSet
    private let files: any ObjectStore
    private let configuration: AuthorityConfiguration
    private let key: AttestationSigningKey
    private let clock: any TrustedClock

    package init(
        stores: AssociationStoreSet,
        files: any ObjectStore,
        configuration: AuthorityConfiguration,
        secrets: AuthoritySecrets,
        clock: any TrustedClock
    ) {
        (self.stores, self.files, self.configuration) = (stores, files, configuration)
        (key, self.clock) = (secrets.attestationKey, clock)
    }

    /// The result of one run.
    package struct Outcome: Hashable, Sendable {
        /// Days whose boxes can be fetched since this run.
        package var days = 0
        /// Files of these days.
        package var parts = 0
        /// Files that were deleted, because their days are over.
        package var deleted = 0

        package init() {}

        var isEmpty: Bool { self == Outcome() }
    }

    /// Throws `ClockHold` and publishes nothing while the clock is not trusted.
    package func run() async throws -> Outcome {
        var outcome = Outcome()
        let today = try await clock.trustedNow().utcDay
        if configuration.reports == .private {
            try await publish(until: today, &outcome)
        }
        outcome.deleted = try await deleteFiles(before: today.advanced(byDays: -BoxLimits.days))
        return outcome
    }

    private func publish(until today: CalendarDay, _ outcome: inout Outcome) async throws {
        if let unfinished = try await stores.boxes.unfinishedDay() {
            try await publish(unfinished, &outcome)
        }
        let begun = try await stores.boxes.begin(today, partSize: BoxFile.boxCount) {
            var generator = SystemRandomNumberGenerator()
            return .filler(using: &generator)
        }
        if begun != nil {
            try await publish(today, &outcome)
        }
    }

    private func publish(_ day: CalendarDay, _ outcome: inout Outcome) async throws {
        let parts = try await stores.boxes.count(of: day) / BoxFile.boxCount
        var last: MailboxHandle?
        for part in 0..<parts {
            let records = try await stores.boxes.boxes(of: day, after: last, limit: BoxFile.boxCount)
            let file = try BoxFile(
                jurisdiction: configuration.jurisdiction,
                day: day,
                part: part + 1,
                of: parts,
                records: records
            )
            try await files.put(file.bytes(signedBy: key), as: BoxFileName(day: day, part: part + 1).object)
            last = records.last?.handle
        }
        try await stores.boxes.finish(day)
        outcome.days += 1
        outcome.parts += parts
    }

    private func deleteFiles(before first: CalendarDay) async throws -> Int {
        var count = 0
        for object in try await files.names(under: BoxFileName.folder) {
            if let name = BoxFileName(object), name.day < first {
                try await files.delete(object)
                count += 1
            }
        }
        return count
    }
}
