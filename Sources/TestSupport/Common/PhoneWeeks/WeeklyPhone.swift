import ClientTesting
import ExposurePrimitives
import ExposureTesting
package import PhonePorts

/// A phone with a real app, whose owner opens it for half a minute in the morning and in the evening.
///
/// The app stays in memory, every request is answered at once, and nobody is warned.
package protocol WeeklyPhone: Sendable {
    var meter: PhoneMeter { get }

    /// What happens to the app.
    func send(_ event: WeekEvent) async
}

package enum WeekEvent: Sendable {
    case woken(PhoneTask)
    case opened
    case left
}

extension WeeklyPhone {
    /// Lives until the next midnight, and then for a week.
    ///
    /// - Parameter onOpening: what the owner does in the first opening.
    /// - Returns: the cost of the week.
    package func live(onOpening: () async -> Void = {}) async -> PhoneEffort {
        let first = meter.clock.now().utcDay.advanced(byDays: 1)
        await run(until: first.startInUTC)
        meter.reset()
        for opening in 0..<2 * PhoneEffort.days {
            let (day, hour) = (first.advanced(byDays: opening / 2), Self.hours[opening % 2])
            await run(until: day.startInUTC.advanced(bySeconds: hour * 3600))
            await notice(.opened)
            if opening == 0 {
                await meter.time(onOpening)
            }
            await run(until: meter.clock.now().advanced(bySeconds: Self.opening))
            await notice(.left)
        }
        await run(until: first.advanced(byDays: PhoneEffort.days).startInUTC)
        return meter.effort
    }

    private func run(until end: UnixTime) async {
        while let next = meter.scheduler.next(until: end) {
            meter.clock.set(max(meter.clock.now(), next.time))
            await notice(.woken(next.task))
        }
        meter.clock.set(max(meter.clock.now(), end))
    }

    private func notice(_ event: WeekEvent) async {
        switch event {
        case .woken: meter.noteTask()
        case .opened: meter.note(isOpen: true)
        case .left: meter.note(isOpen: false)
        }
        await meter.time { await send(event) }
    }
}

extension WeeklyPhone {
    /// Those of the openings, UTC.
    private static var hours: [Int64] { [8, 18] }
    /// Seconds.
    private static var opening: Int64 { 30 }
}
