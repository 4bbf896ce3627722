import ExposurePrimitives
import LoadModel

/// All requests of a run and the time of each, fixed before the first one leaves.
package struct LoadSchedule: Sendable {
    /// The kinds, in the order of the report.
    package let kinds: [LoadKind]
    /// In ascending order of their times.
    package let requests: [PlannedRequest]
    /// Microseconds of the compressed day. Visits that began at its end go on for some seconds.
    package let length: Int64
    private let visits: [LoadVisit]
    private let seed: UInt64

    /// A request that will leave.
    package struct PlannedRequest: Hashable, Sendable {
        /// Microseconds after the start of the run.
        package let time: Int64
        /// The number of its visit, which is different for each.
        package let session: Int
        /// The number of the visit's kind.
        let visit: Int
        let step: Int
        /// The position of its kind in ``LoadSchedule/kinds``.
        package let kind: Int
    }

    /// - Parameters:
    ///   - seconds: the length of the run, positive.
    ///   - seed: of all times and of what phones draw.
    package init(_ visits: [LoadVisit], seconds: Double, seed: UInt64) {
        (self.visits, self.seed) = (visits, seed)
        var kinds: [LoadKind] = []
        for kind in visits.flatMap({ $0.steps.map(\.kind) }) where !kinds.contains(kind) {
            kinds.append(kind)
        }
        let compression = seconds / DayCurve.secondsPerDay
        var (requests, session): ([PlannedRequest], Int) = ([], 0)
        for (number, visit) in visits.enumerated() {
            var generator = SeededGenerator(seed: Self.mixed(seed, UInt64(number)))
            let places = visit.steps.map { kinds.firstIndex(of: $0.kind) ?? 0 }
            for moment in visit.planned.arrivals(using: &generator) {
                for (step, place) in zip(visit.steps.indices, places) {
                    let time = (moment * compression + visit.steps[step].after) * 1e6
                    requests.append(
                        PlannedRequest(time: Int64(time), session: session, visit: number, step: step, kind: place)
                    )
                }
                session += 1
            }
        }
        self.kinds = kinds
        // Steps of one moment keep their order.
        self.requests = requests.sorted { ($0.time, $0.session, $0.step) < ($1.time, $1.session, $1.step) }
        length = Int64(seconds * 1e6)
    }

    /// The state of the visit that `request` belongs to, at its first request.
    func begin(_ request: PlannedRequest) -> any LoadSession {
        visits[request.visit].begin(SeededGenerator(seed: Self.mixed(~seed, UInt64(request.session))))
    }

    /// Whether `request` is the last of its visit.
    func isLast(_ request: PlannedRequest) -> Bool { request.step == visits[request.visit].steps.count - 1 }

    /// Seeds that do not overlap: neighbouring seeds of the generator give the same numbers, one later.
    private static func mixed(_ seed: UInt64, _ number: UInt64) -> UInt64 {
        var generator = SeededGenerator(seed: seed ^ (number &* 0xD1B5_4A32_D192_ED03))
        return generator.next()
    }
}
