package import Foundation
import Logging
import ServiceKit
import ServiceLifecycle
import Synchronization
import UnixSignals

/// The phones of a cast that run in this process, each with its page.
package struct PhonePages: Sendable {
    private let plans: [PhonePlan]
    private let cast: PhoneCast
    private let clock: CastClock
    private let folder: URL

    /// - Parameter folder: the folder of the cast.
    package init(_ plans: [PhonePlan], in cast: PhoneCast, clock: CastClock, folder: URL) {
        (self.plans, self.cast, self.clock, self.folder) = (plans, cast, clock, folder)
    }

    /// Serves the pages until the process is interrupted.
    ///
    /// - Parameters:
    ///   - announce: gets each phone's owner and address.
    ///   - whenReady: called once all pages answer.
    package func run(
        announce: @escaping @Sendable (PhoneName, String) -> Void,
        whenReady: @escaping @Sendable () -> Void
    ) async throws {
        let waiting = WaitingPages(plans.count)
        var hosts: [any Service] = []
        for plan in plans {
            let phone = try SimulatedPhone(plan, clock: clock)
            await cast.add(phone)
            hosts.append(
                try CastHost(phone, in: cast, folder: folder, port: 0) { url in
                    announce(plan.name, url)
                    if waiting.isLast() {
                        whenReady()
                    }
                }
            )
        }
        let group = ServiceGroup(
            configuration: .init(
                services: hosts.map { .init(service: $0) },
                gracefulShutdownSignals: [.sigint, .sigterm],
                logger: Logger(label: "avviso.phones") { _ in SwiftLogNoOpLogHandler() }
            )
        )
        try await group.run()
    }
}

/// Counts the pages that are not ready yet.
private final class WaitingPages: Sendable {
    private let count: Mutex<Int>

    init(_ count: Int) {
        self.count = Mutex(count)
    }

    func isLast() -> Bool {
        count.withLock { count in
            count -= 1
            return count == 0
        }
    }
}
