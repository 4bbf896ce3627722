import CoronaWarnAPI
package import CoronaWarnAssembly
import CoronaWarnDistribution
import CoronaWarnPhonePage
import CoronaWarnPorts
package import ExposurePrimitives
package import PhonePage
import ServiceKit
import Synchronization

/// Servers of Corona-Warn that follow the clock of a cast of phones. Their own jobs would notice a moved clock late, so
/// the cast tells them. Testers order results and teleTANs here, as laboratory and hotline.
package final class CoronaWarnAuthority: CastAuthority {
    private let system: CoronaWarnSystem
    private let clock: any WallClock
    private let nextDistribution: Mutex<UnixTime>

    package init(_ system: CoronaWarnSystem, clock: any WallClock) {
        (self.system, self.clock) = (system, clock)
        nextDistribution = Mutex(clock.now())
    }

    package func runDueTasks() async -> UnixTime? {
        let now = clock.now()
        if nextDistribution.withLock({ $0 <= now }) {
            // A failed job is tried again at its next time. Otherwise the cast's clock would stand still.
            _ = try? await system.distributionJob().run()
            nextDistribution.withLock { $0 = now.advanced(bySeconds: Self.period) }
        }
        return nextDistribution.withLock { $0 }
    }

    package func perform(_ order: AuthorityOrder) async throws -> String {
        switch order.name {
        case HostedCoronaWarnClient.deliverResult:
            try await deliver(order.value)
            return ""
        case HostedCoronaWarnClient.giveTeleTAN:
            guard let teleTAN = try await system.issueTeleTAN(by: Self.name) else {
                throw PhonePageError.unknownControl
            }
            return teleTAN.exposedGroups
        default: throw PhonePageError.unknownControl
        }
    }

    private func deliver(_ value: String) async throws {
        guard let order = LaboratoryOrder(value) else {
            throw PhonePageError.unknownControl
        }
        let result = ResultBatch.Result(identifier: order.test, outcome: order.outcome)
        let outcome = try await system.testResultStores().results.store(
            ResultBatch(kind: .pcr, results: [result]),
            from: Self.name,
            now: clock.now()
        )
        guard outcome == .stored else {
            throw PhonePageError.unknownControl
        }
    }

    /// The laboratory and the operator of the panel.
    private static let name = "phone-page"
    /// Seconds, as often as the phones look for packages.
    private static let period: Int64 = 3600
}
