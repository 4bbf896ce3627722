/// The moments at which answers with dummies may leave. An answer leaves at the first tick of a fixed grid after its
/// work is done, and not before `floor` has passed since the arrival of the request.
///
/// An observer sees only the grid. All work that ends between the same two ticks looks the same. The ticks are the
/// multiples of `tick` since the Unix epoch, so all processes of a service have one grid.
package struct ReleaseSchedule: Hashable, Sendable {
    /// The minimum time between the complete arrival of a request and its answer.
    package let floor: Duration
    /// The time between two release moments; zero releases as soon as the floor and the work allow.
    package let tick: Duration

    package init(floor: Duration, tick: Duration) {
        self.floor = floor
        self.tick = tick
    }

    /// The release moment of a request that arrived completely at `arrival` and whose work ended at `finished`. These
    /// three moments are counted from the origin of the monotonic clock. A moment exactly on a tick is released at that
    /// tick.
    ///
    /// The calendar only says which tick comes next. So a wrong calendar, or one that is set, delays no answer by more
    /// than a tick, and lets none leave before the floor.
    ///
    /// - Parameter calendarOrigin: the calendar's time at the origin, from the Unix epoch.
    package func release(arrival: Duration, finished: Duration, calendarOrigin: Duration) -> Duration {
        let earliest = max(arrival + floor, finished)
        guard tick > .zero else {
            return earliest
        }
        let beyondTick = (calendarOrigin + earliest).attoseconds % tick.attoseconds
        let sinceTick = beyondTick < 0 ? beyondTick + tick.attoseconds : beyondTick
        return sinceTick == 0 ? earliest : earliest + tick - Duration(attoseconds: sinceTick)
    }
}
