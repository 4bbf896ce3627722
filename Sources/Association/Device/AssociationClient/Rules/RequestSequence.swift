import AssociationAPI
import ClientKit

/// The requests of a sequence, the same from every phone: one for a right, all batches, and one that asks again for the
/// right, whose answer says what has arrived.
enum RequestSequence {
    /// What is sent at a place, genuine or not.
    enum Kind: Hashable, Sendable {
        case right
        /// - Parameter number: from 0.
        case batch(number: Int)
    }

    /// - Parameter position: from 0.
    static func kind(at position: Int) -> Kind {
        (1...AssociationLimits.batchCount).contains(position) ? .batch(number: position - 1) : .right
    }

    static let length = AssociationLimits.batchCount + 2

    /// When sequences begin and how fast their requests follow, in a background job.
    ///
    /// - Parameter mean: seconds between sequences, the mean of an exponential distribution.
    static func parameters(mean: Int) -> CoverTraffic.Parameters {
        CoverTraffic.Parameters(
            occasion: .background,
            opportunityMean: mean,
            startMean: 0,
            requestMean: 5,
            windowLength: 0,
            continuing: [Double](repeating: 1, count: length - 1) + [0]
        )
    }
}
