import ArgumentParser
import AssociationAPI
import AssociationPorts
import AssociationProtocol
import ExposurePrimitives
import Foundation
import GRDB
import HeraldPayloads
import ServiceKit

/// Polls of many accounts through the service with SQLite, beside the same statements alone. Each account has alerts,
/// so each answer is full of work. The first poll of a day notes when the account was used, and that is written at the
/// end.
struct PollBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "association-poll")

    @Option(help: "A folder for the databases; it must be empty.")
    var folder: String

    @Option(help: "Accounts that poll twice; as many others are only read and written.")
    var accounts = 2000

    func run() async throws {
        let folder = URL(filePath: folder)
        let service = try await BenchAuthority(folder: folder)
        let yesterday = BenchMember.now.utcDay.advanced(byDays: -1)
        let members = try (0..<UInt64(2 * accounts)).map { try BenchMember($0, used: yesterday) }
        try await service.register(members)
        for member in members {
            _ = try await service.stores.alerts.add(Self.alert(for: member))
        }
        let polls = try members.prefix(accounts).map(Self.poll)
        let keys = Stopwatch()
        for member in members.prefix(accounts) {
            _ = try member.account.chain.dayKeys(on: BenchMember.now.utcDay)
        }
        let keySeconds = keys.cpuSeconds
        let route = try service.route(of: AssociationEndpoint.poll)
        let first = Stopwatch()
        try await Self.answer(polls, by: route)
        try await service.writeUses()
        let (firstSeconds, firstWall) = (first.cpuSeconds, first.wallSeconds)
        let later = Stopwatch()
        try await Self.answer(polls, by: route)
        let (laterSeconds, laterWall) = (later.cpuSeconds, later.wallSeconds)
        let alone = try Self.timeStatements(of: Array(members.suffix(accounts)), in: folder)
        try report([
            "polls": Double(polls.count), "keys_seconds": keySeconds, "first_seconds": firstSeconds,
            "first_wall_seconds": firstWall, "later_seconds": laterSeconds, "later_wall_seconds": laterWall,
            "alone_seconds": alone.cpu,
        ])
    }

    /// Answers as many polls at once as there are connections in other measurements.
    private static func answer(_ polls: [[UInt8]], by route: Route) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, poll) in polls.enumerated() {
                if number >= connections {
                    try await group.next()
                }
                group.addTask {
                    // Version, then the number of alerts.
                    guard case .bytes(let answer) = try await route.post(poll).body, answer[1] == 1 else {
                        throw ValidationError("The answer to a poll has no alert.")
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private static let connections = 32

    /// The statements and rows of first polls, straight on SQLite.
    private static func timeStatements(of members: [BenchMember], in folder: URL) throws -> (cpu: Double, wall: Double)
    {
        let today = BenchMember.now.utcDay.daysSinceEpoch
        let path = folder.appending(path: BenchAuthority.databaseName).path
        return try BareSQLite.time(path, requests: members.count) { number, db in
            let registration = Data(members[number].account.registration.exposedBytes)
            let account = try Row.fetchOne(
                db.cachedStatement(sql: "SELECT * FROM account WHERE registration = ?"),
                arguments: [registration]
            )
            try db.cachedStatement(sql: "UPDATE account SET used_on = ? WHERE registration = ? AND used_on < ?")
                .execute(arguments: [today, registration, today])
            let alerts = try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT day, band, handles FROM exposure_alert
                        WHERE registration = ? AND visible_at <= ? AND day >= ? ORDER BY day DESC LIMIT ?
                        """
                ),
                arguments: [registration, BenchMember.now.seconds, 0, AssociationLimits.maxPollAlerts]
            )
            guard account != nil, !alerts.isEmpty else {
                throw ValidationError("An account or its alert is missing.")
            }
        }
    }

    private static func poll(of member: BenchMember) throws -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        let request = try SignedRequest(
            purpose: .poll,
            registration: member.account.registration,
            time: BenchMember.now,
            nonce: Bytes16.random(using: &generator),
            body: []
        )
        return request.exposedBytes(authenticatedBy: try member.account.chain.dayKeys(on: BenchMember.now.utcDay))
    }

    private static func alert(for member: BenchMember) throws -> NewAlert {
        let handle = try TicketHandle([UInt8](repeating: 1, count: TicketHandle.size(.sealed)))
        return NewAlert(
            registration: member.account.registration,
            alert: try ExposureAlert(
                day: BenchMember.now.utcDay.advanced(byDays: -1),
                band: .high,
                handles: [TicketHandle](repeating: handle, count: AssociationLimits.maxAlertHandles)
            ),
            visible: BenchMember.now.advanced(bySeconds: -UnixTime.secondsPerDay)
        )
    }
}
