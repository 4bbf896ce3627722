import ArgumentParser
import AssociationAPI
import AssociationPorts
import AssociationProtocol
import AssociationService
import ClockPorts
import ExposurePrimitives
import Foundation
import HTTPTypes
import KeyServerRules
import Logging
import SQLAssociationStores
import SQLEngine
import SQLiteEngine
import ServiceKit
import WireFormat

/// A batch of a report: parsed, each record validated, and the whole of it through the service with SQLite.
struct ReportBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "association-report")

    @Option(help: "A folder for the databases; it must be empty.")
    var folder: String

    @Option(help: "Contacts of the batch, each with another account: 60 of the largest have room.")
    var contacts = 60

    @Option(help: "How often to measure what needs no store.")
    var rounds = 20

    func run() async throws {
        let service = try await BenchAuthority(folder: URL(filePath: folder))
        let reporter = try BenchMember(0)
        let interval = AssociationInterval(clamping: BenchMember.now.advanced(bySeconds: -UnixTime.secondsPerDay))
        let time = interval.start.advanced(bySeconds: 60)
        let own = try reporter.issuer(in: interval)
        let others = try (1...UInt64(contacts)).map { try BenchMember($0) }
        let events = try others.map { try own.meet($0.issuer(in: interval), at: time) }
        let right = RightID(Bytes16(words: (1, 1)))
        let batch = UploadBatch(
            registration: reporter.account.registration,
            right: right,
            records: events.map(UploadRecord.contact)
        )
        let body = try batch.exposedBytes(
            size: AssociationLimits.batchSize,
            authenticatedBy: reporter.account.chain.dayKeys(on: BenchMember.now.utcDay)
        )
        let parsing = Stopwatch()
        for _ in 0..<rounds {
            _ = try ReceivedBatch(parsing: body, size: AssociationLimits.batchSize)
        }
        let parsingSeconds = parsing.cpuSeconds / Double(rounds)
        let validationSeconds = try validate(events, of: reporter, others)
        try await service.prepare(reporter, others, batch, interval)
        let whole = Stopwatch()
        _ = try await service.route(of: AssociationEndpoint.batch).post(body)
        try await service.validateBatches()
        let (wholeSeconds, wholeWall) = (whole.cpuSeconds, whole.wallSeconds)
        let stored = try await service.countContacts()
        guard stored == contacts else {
            throw ValidationError("\(stored) contacts of \(contacts) were stored")
        }
        try report([
            "contacts": Double(contacts), "parsing_seconds": parsingSeconds, "validation_seconds": validationSeconds,
            "whole_seconds": wholeSeconds, "whole_wall_seconds": wholeWall, "batch_bytes": Double(body.count),
            "block_seconds": blockSeconds(),
        ])
    }

    /// Processor seconds for all records of the batch, without stores.
    private func validate(
        _ events: [ContactEventDetails],
        of reporter: BenchMember,
        _ others: [BenchMember]
    ) throws -> Double {
        let window = BenchMember.now.advanced(bySeconds: -10 * UnixTime.secondsPerDay)...BenchMember.now
        func keys(_ member: BenchMember) throws -> AccountKeys {
            try AccountKeys(
                member.account.chain,
                from: window.lowerBound.utcDay,
                through: window.upperBound.utcDay
            )
        }
        let (own, known) = (try keys(reporter), try others.map(keys))
        let validator = ContactValidator(receiptTime: BenchMember.now)
        let watch = Stopwatch()
        for _ in 0..<rounds {
            for (event, issuer) in zip(events, known) {
                try validator.checkTime(of: event.claim, within: window)
                try validator.checkUploader(of: event.claim, keys: own)
                let ticket = try validator.openTicket(of: event.claim, issuer: issuer)
                _ = try validator.checkAuthenticator(of: event.claim, under: ticket.sessionKey)
            }
        }
        return watch.cpuSeconds / Double(rounds)
    }

    /// Processor seconds of one block of SHA-256 in the bare loop.
    private func blockSeconds() -> Double {
        let limits = MachineLimits(isWide: false, sightings: 2000)
        let part = MachineLimits.parts[0]
        return (limits.secondsPerKey()[part.name] ?? 0) / part.perKey
    }
}

extension BenchAuthority {
    /// Registers the phones, makes the indexes, and grants the right.
    fileprivate func prepare(
        _ reporter: BenchMember,
        _ others: [BenchMember],
        _ batch: UploadBatch,
        _ interval: AssociationInterval
    ) async throws {
        try await register([reporter] + others)
        let maker = ClientIDIndexMaker(accounts: stores.accounts)
        for interval in interval.neighbourhood {
            try await stores.indexes.put(maker.index(of: interval), of: interval)
        }
        let mark = CodeMark(Self.digest(1))
        let today = BenchMember.now.utcDay
        _ = try await stores.reports.issue(
            NewReportCode(
                mark: mark,
                window: today.advanced(byDays: -10)...today,
                expiry: BenchMember.now.advanced(bySeconds: UnixTime.secondsPerDay)
            ),
            to: nil,
            limits: CodeLimits(perOperator: .max, everybody: .max),
            now: BenchMember.now
        )
        let claim = RightClaim(
            mark: mark,
            registration: reporter.account.registration,
            places: [ReportPlace(Self.digest(2))],
            manifest: try ReportManifest(batches: [batch.digest]),
            right: batch.right
        )
        _ = try await stores.reports.grant(claim, limits: .usual, now: BenchMember.now)
    }

    fileprivate func countContacts() async throws -> Int {
        var count = 0
        for reportCase in try await stores.reports.cases() {
            count += try await stores.reports.edges(of: reportCase.id).count
        }
        return count
    }
}
