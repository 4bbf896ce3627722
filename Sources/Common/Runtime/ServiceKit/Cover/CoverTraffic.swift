/// How the answers of endpoints that have dummies are made alike.
package struct CoverTraffic: Hashable, Sendable {
    package var schedule: ReleaseSchedule
    /// Bytes on the wire of every such answer: status line, header block and body.
    package var answerSize: Int

    package init(schedule: ReleaseSchedule, answerSize: Int) {
        self.schedule = schedule
        self.answerSize = answerSize
    }

    /// A floor of 150 ms, ticks of 50 ms and 512 bytes.
    package static let standard = CoverTraffic(
        schedule: ReleaseSchedule(floor: .milliseconds(150), tick: .milliseconds(50)),
        answerSize: 512
    )

    /// Equal sizes without any delay: for measuring what the work itself costs.
    package static let undelayed = CoverTraffic(
        schedule: ReleaseSchedule(floor: .zero, tick: .zero),
        answerSize: standard.answerSize
    )
}
