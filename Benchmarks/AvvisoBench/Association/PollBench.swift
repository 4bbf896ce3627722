import ArgumentParser
import AssociationAPI
import AssociationProtocol
import AssociationStores
import ExposurePrimitives
import Foundation
import HeraldPayloads

/// Polls of many accounts through the service with SQLite. Each account has alerts, so each answer is full of work.
struct PollBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "association-poll")

    @Option(help: "A folder for the databases; it must be empty.")
    var folder: String

    @Option(help: "Accounts; each polls once.")
    var accounts = 2000

    func run() async throws {
        let service = try await BenchAuthority(folder: URL(filePath: folder))
        let members = try (0..<UInt64(accounts)).map(BenchMember.init)
        try await service.register(members)
        for member in members {
            _ = try await service.stores.alerts.add(Self.alert(for: member))
        }
        let polls = try members.map(Self.poll)
        let chains = Stopwatch()
        for member in members {
            _ = try member.account.chain.dayKeys(on: BenchMember.now.utcDay)
        }
        let chainSeconds = chains.cpuSeconds
        let whole = Stopwatch()
        for poll in polls {
            try await service.post(AssociationEndpoint.poll, poll)
        }
        try report([
            "polls": Double(polls.count), "whole_seconds": whole.cpuSeconds, "whole_wall_seconds": whole.wallSeconds,
            "chain_seconds": chainSeconds,
        ])
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
