/// Gives leases: the right to do work that one process of all does at a time.
package protocol LeaseStore: Sendable {
    /// The lease of the work `name`, kept until the object ends; nil while another process has it.
    func takeLease(_ name: String) async throws(StoreError) -> (any Lease)?
}

/// The right to do work that one process does at a time. It ends with the object at the latest.
public protocol Lease: Sendable {
    /// Whether this process still has the lease. Another process may have taken it while the database was out of
    /// reach.
    func isHeld() async throws(StoreError) -> Bool
    /// Gives the lease back, so that others need not wait until it ends by itself.
    func end() async
}
