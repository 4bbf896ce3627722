/// When an answer that must not betray the work behind it may leave: at the first tick of a fixed grid that is neither
/// before `floor` after the request had arrived nor before the work was done.
///
/// An observer sees only the grid, so work that ends anywhere between two ticks looks the same.
package struct ReleaseSchedule: Hashable, Sendable {
    /// The least time between the complete arrival of a request and its answer.
    package let floor: Duration
    /// The distance of two release moments; zero releases as soon as the floor and the work allow.
    package let tick: Duration

    package init(floor: Duration, tick: Duration) {
        self.floor = floor
        self.tick = tick
    }

    /// The release moment of a request that had wholly arrived at `arrival` and whose work ended at `finished`, all
    /// counted from the origin of the grid. A moment that lies on a tick exactly is released at that tick.
    package func release(arrival: Duration, finished: Duration) -> Duration {
        let earliest = max(arrival + floor, finished)
        guard tick > .zero else {
            return earliest
        }
        let beyondTick = earliest.attoseconds % tick.attoseconds
        return beyondTick == 0 ? earliest : earliest + tick - Duration(attoseconds: beyondTick)
    }
}
