/// The size and the delay that all answers of endpoints with dummies have in common.
package struct CoverTraffic: Hashable, Sendable {
    package var schedule: ReleaseSchedule
    /// The size of every such answer in bytes on the wire: status line, header block and body.
    package var answerSize: Int

    package init(schedule: ReleaseSchedule, answerSize: Int) {
        self.schedule = schedule
        self.answerSize = answerSize
    }

    /// A minimum of 150 ms, ticks of 50 ms and 512 bytes.
    package static let standard = CoverTraffic(
        schedule: ReleaseSchedule(floor: .milliseconds(150), tick: .milliseconds(50)),
        answerSize: 512
    )

    /// Equal sizes without any delay, to measure the cost of the work itself.
    package static let undelayed = CoverTraffic(
        schedule: ReleaseSchedule(floor: .zero, tick: .zero),
        answerSize: standard.answerSize
    )
}
