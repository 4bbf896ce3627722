/// The moments at which answers with dummies may leave. An answer leaves at the first tick of a fixed grid after its
/// work is done, and not before `floor` has passed since the arrival of the request.
///
/// An observer sees only the grid. All work that ends between the same two ticks looks the same.
package struct ReleaseSchedule: Hashable, Sendable {
    /// The minimum time between the complete arrival of a request and its answer.
    package let floor: Duration
    /// The time between two release moments; zero releases as soon as the floor and the work allow.
    package let tick: Duration

    package init(floor: Duration, tick: Duration) {
        self.floor = floor
        self.tick = tick
    }

    /// The release moment of a request that arrived completely at `arrival` and whose work ended at `finished`. Both
    /// are counted from the origin of the grid. A moment exactly on a tick is released at that tick.
    package func release(arrival: Duration, finished: Duration) -> Duration {
        let earliest = max(arrival + floor, finished)
        guard tick > .zero else {
            return earliest
        }
        let beyondTick = earliest.attoseconds % tick.attoseconds
        return beyondTick == 0 ? earliest : earliest + tick - Duration(attoseconds: beyondTick)
    }
}
