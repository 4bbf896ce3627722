package import ExposurePrimitives
package import SQLEngine

/// The consumption of one system's rights, as a part of the transaction of an upload.
///
/// A system that has rights of its own keeps them in tables of its own, in the database of its keys. Its rows are
/// committed with the keys, or neither is.
package protocol SQLRightConsumer<Claim, Evidence>: Sendable {
    /// What a request shows to prove its right.
    associatedtype Claim: Sendable
    /// What the right says about the person.
    associatedtype Evidence: Sendable

    /// Consumes the right of `claim` if it can be used at `now`.
    ///
    /// It must leave nothing that ties the claim to the keys: no number, no order and no time finer than other rows
    /// have.
    func consume(_ claim: Claim, now: UnixTime, _ db: SQLSession) throws -> RightConsumption<Evidence>

    /// Does the work of ``consume(_:now:_:)`` for a right that may not exist. The caller takes the work back.
    func rehearse(_ claim: Claim, now: UnixTime, _ db: SQLSession) throws -> Evidence
}

/// The result of a right's consumption.
package enum RightConsumption<Evidence: Sendable>: Sendable {
    /// The keys are stored now.
    case consumed(Evidence)
    /// The same upload was accepted before. Nothing is stored, and the answer is that of the first time.
    case repeated
    case refused
}
