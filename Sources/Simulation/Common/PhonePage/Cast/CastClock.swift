package import ExposurePrimitives
package import Foundation

/// The clock of a cast of simulated phones. It runs like the machine's, ahead of it by as much as the testers moved it.
/// The lead is in a file, so all processes with phones of the cast agree, and a restart continues from it.
package struct CastClock: WallClock {
    private let base: any WallClock
    private let file: URL

    /// - Parameter folder: the cast's existing folder.
    package init(folder: URL, base: any WallClock) {
        self.base = base
        file = folder.appending(path: "clock")
    }

    /// Seconds by which it is ahead; 0 without a readable file.
    package var lead: Int64 {
        guard let text = try? String(contentsOf: file, encoding: .utf8), let lead = Int64(text),
            (0...Self.maxLead).contains(lead)
        else {
            return 0
        }
        return lead
    }

    package func now() -> UnixTime {
        base.now().advanced(bySeconds: lead)
    }

    /// Moves forward to `moment`, never back.
    package func move(to moment: UnixTime) throws {
        let lead = min(max(moment.seconds(since: base.now()), lead), Self.maxLead)
        try Data("\(lead)".utf8).write(to: file, options: .atomic)
    }

    /// Seconds; ten years, so that no sum overflows.
    private static let maxLead: Int64 = 3650 * 86_400
}
