package import ExposurePrimitives
import ImmuniAPI
import ImmuniAppConfiguration
package import ImmuniAssembly
import ImmuniDemoServers
import ImmuniPhonePage
import KeyPublication
package import PhonePage
import ServiceKit
import SettingsDocuments
import Synchronization

/// Servers that follow the clock of a cast of phones. Their own jobs would notice a moved clock late, so the cast tells
/// them.
package final class ServersAuthority: CastAuthority {
    private let system: ImmuniSystem
    private let clock: any WallClock
    /// The job with the times of the server's own job.
    private let publication: PeriodicJob
    private let nextPublication: Mutex<UnixTime>

    package init(_ system: ImmuniSystem, clock: any WallClock) {
        (self.system, self.clock) = (system, clock)
        publication = PeriodicJob(name: "publication", every: system.publicationPeriod) {}
        nextPublication = Mutex(publication.nextRun(after: clock.now()))
    }

    package func runDueTasks() async -> UnixTime? {
        let next = nextPublication.withLock { $0 }
        if next <= clock.now() {
            // A failed job is tried again at its next time. Otherwise the cast's clock would stand still.
            _ = try? await system.publicationJob().run()
            nextPublication.withLock { $0 = publication.nextRun(after: clock.now()) }
        }
        await system.waitForAuthorisations()
        return nextPublication.withLock { $0 }
    }

    package func perform(_ order: AuthorityOrder) async throws -> String {
        guard order.client == HostedImmuniClient.name, order.name == HostedImmuniClient.requireBuild,
            let build = Int(order.value)
        else {
            throw PhonePageError.unknownControl
        }
        _ = try await system.settingsAdministration().set(
            SettingsEdit(
                platforms: SettingsRequest.Platform.allCases,
                startingBuild: 1,
                assignments: ["minimum_build_version=\(build)"],
                removals: []
            ),
            by: SettingsAdministration.Signature(author: "phone page", reason: "a tester wants a newer app")
        )
        return ""
    }
}
