import AttestationVerifiers
import DeviceEmulation
package import ExposurePrimitives
package import Foundation
import ImmuniAPI
import ImmuniAnalytics
import Logging
import ServiceKit
import ServiceLifecycle

/// Months of many simulated phones, honest and attacking, that talk over HTTP with the real Analytics Service on a real
/// database. An independent oracle computes what must be stored.
///
/// Only the trial moves the time. Apple's and Google's parts are emulated behind the same ports that deployments use.
package struct AnalyticsTrial: Sendable {
    private let options: TrialOptions
    private let progress: @Sendable (CalendarDay, _ violations: Int) -> Void

    package init(
        options: TrialOptions,
        progress: @escaping @Sendable (CalendarDay, _ violations: Int) -> Void = { _, _ in }
    ) {
        (self.options, self.progress) = (options, progress)
    }

    /// Runs the trial with its databases in `folder`, which must be empty.
    package func run(in folder: URL) async throws -> TrialResult {
        let time = TrialTime(origin: options.firstMonth.firstDay.startInUTC)
        let server = try await TrialServer(folder: folder, time: time, seed: options.seed)
        return try await server.serving { actions in
            var course = TrialCourse(options: options, server: server, actions: actions)
            try await course.run(reporting: progress)
            return course.result
        }
    }
}
