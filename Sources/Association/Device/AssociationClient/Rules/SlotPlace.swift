import AssociationAPI
package import WireFormat

/// The requests of a slot, in their order.
package enum SlotPlace: Hashable, Sendable, CaseIterable {
    /// For a right to report, genuine or not. The answer says which batches have arrived.
    case right
    /// A batch of a report, genuine or not.
    case batch
    /// A poll for alerts. It is always genuine.
    case poll

    /// Nil after the last one.
    var next: SlotPlace? {
        switch self {
        case .right: .batch
        case .batch: .poll
        case .poll: nil
        }
    }

    package var endpoint: Endpoint {
        switch self {
        case .right: AssociationEndpoint.right
        case .batch: AssociationEndpoint.batch
        case .poll: AssociationEndpoint.poll
        }
    }
}
