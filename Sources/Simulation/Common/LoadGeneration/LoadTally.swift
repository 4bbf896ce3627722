package import LoadModel

/// What became of the requests of one kind, or of one part of the day.
package struct LoadTally: Hashable, Sendable {
    package var planned = 0
    /// Requests that left. The others of the planned ones are ``LoadFailure/overflow`` or ``LoadFailure/missing``.
    package var sent = 0
    /// Bytes of the requests that were answered, and of their answers, over HTTP/1.1 with their heads.
    package var sentBytes = 0
    package var receivedBytes = 0
    /// Answers by status.
    package var statuses: [Int: Int] = [:]
    /// Answers with another status than expected, or that no phone could use.
    package var refused = 0
    package var failures: [LoadFailure: Int] = [:]
    /// From the planned time of a request to the end of its answer. The wait of a late request belongs to it, so
    /// nothing is hidden by a generator or a server that stood still.
    package var sincePlanned = LatencyHistogram()
    /// From the moment when a request left to the end of its answer.
    package var sinceSent = LatencyHistogram()
    /// From the planned time to the moment when the request left, without the wait for the visit's earlier answer.
    package var lateness = LatencyHistogram()

    package init() {}

    package var answered: Int { statuses.values.reduce(0, +) }
    /// Requests without an answer, and those with a wrong one.
    package var failed: Int { failures.values.reduce(refused, +) }

    package mutating func merge(_ other: LoadTally) {
        planned += other.planned
        sent += other.sent
        sentBytes += other.sentBytes
        receivedBytes += other.receivedBytes
        statuses.merge(other.statuses, uniquingKeysWith: +)
        refused += other.refused
        failures.merge(other.failures, uniquingKeysWith: +)
        sincePlanned.merge(other.sincePlanned)
        sinceSent.merge(other.sinceSent)
        lateness.merge(other.lateness)
    }
}
