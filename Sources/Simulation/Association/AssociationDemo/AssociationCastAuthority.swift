import AssociationAPI
package import AssociationAssembly
import AssociationPhonePage
import AssociationPorts
import AssociationService
package import ExposurePrimitives
package import PhonePage
import ServiceKit
import Synchronization

/// An authority that follows the clock of a cast of phones. Its own jobs would notice a moved clock late, so the cast
/// tells it when to decide. Testers order codes here, as the operator.
package final class AssociationCastAuthority: CastAuthority {
    private let system: AssociationSystem
    private let clock: any WallClock
    private let nextDecision: Mutex<UnixTime>

    package init(_ system: AssociationSystem, clock: any WallClock) {
        (self.system, self.clock) = (system, clock)
        nextDecision = Mutex(clock.now())
    }

    package func runDueTasks() async -> UnixTime? {
        let now = clock.now()
        if nextDecision.withLock({ $0 <= now }) {
            // A failed job is tried again at its next time. Otherwise the cast's clock would stand still.
            _ = try? await system.validationJob().run()
            _ = try? await system.decisionJob().run()
            nextDecision.withLock { $0 = now.advanced(bySeconds: Self.period) }
        }
        return nextDecision.withLock { $0 }
    }

    package func perform(_ order: AuthorityOrder) async throws -> String {
        guard order.name == HostedAssociationClient.giveCode else {
            throw PhonePageError.unknownControl
        }
        let codes = try system.codes()
        let today = codes.days.upperBound
        let window = today.advanced(byDays: -Self.infectiousDays)...today
        guard case .issued(let code, _) = try await codes.issueCode(for: window, to: nil) else {
            throw PhonePageError.unknownControl
        }
        return code.exposedGroups
    }

    /// Days before today on which a person of the panel was infectious.
    private static let infectiousDays = 10
    /// Seconds. A minute, as in the service, would make each day of the cast 1440 steps long.
    private static let period: Int64 = 900
}
