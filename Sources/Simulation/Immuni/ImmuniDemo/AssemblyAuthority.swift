import ImmuniAppConfiguration
package import ExposurePrimitives
import ImmuniAPI
import ImmuniPhonePage
package import ImmuniAssembly
import KeyPublication
import ServiceKit
import Synchronization
import SettingsDocuments

/// Servers that live by the clock of a cast of phones. Their own jobs would find out only after a while that the clock was
/// moved, so the cast tells them.
package final class AssemblyAuthority: CastAuthority {
    private let assembly: ServerAssembly
    private let clock: any WallClock
    /// Has the times of the server's own job.
    private let publication: PeriodicJob
    private let nextPublication: Mutex<UnixTime>

    package init(_ assembly: ServerAssembly, clock: any WallClock) {
        self.assembly = assembly
        self.clock = clock
        publication = PeriodicJob(name: "publication", every: assembly.publicationPeriod) {}
        nextPublication = Mutex(publication.nextRun(after: clock.now()))
    }

    package func runDueTasks() async -> UnixTime? {
        let next = nextPublication.withLock { $0 }
        if next <= clock.now() {
            // One that fails is tried again at its next time, or the cast's clock would stand still.
            _ = try? await assembly.publicationJob().run()
            nextPublication.withLock { $0 = publication.nextRun(after: clock.now()) }
        }
        await waitForAuthorisations()
        return nextPublication.withLock { $0 }
    }

    package func require(build: Int) async throws {
        _ = try await assembly.settingsAdministration().set(
            SettingsEdit(
                platforms: SettingsRequest.Platform.allCases,
                startingBuild: 1,
                assignments: ["minimum_build_version=\(build)"],
                removals: []
            ),
            by: SettingsAdministration.Signature(author: "phone page", reason: "a tester wants a newer app")
        )
    }

    /// The race protection waits for real seconds, however fast the cast's clock is moved.
    func waitForAuthorisations() async {
        for _ in 0..<Self.looks where await assembly.isAuthorising() {
            try? await Task.sleep(for: Self.pause)
        }
    }

    /// Twelve seconds: many times what an authorisation takes here.
    private static let looks = 120
    private static let pause = Duration.milliseconds(100)
}
