/// Gives the right to do work that one process of all does at a time.
package protocol WorkClaiming: Sendable {
    /// The right to do the work `name`, kept until the object ends; nil while another process has it.
    func claim(_ name: String) async throws(StoreError) -> (any WorkClaim)?
}

/// The right to do work that one process does at a time. It ends with the object at the latest.
package protocol WorkClaim: Sendable {
    /// Whether this process still has the right. Another process may have taken it while the database was out of reach.
    func isHeld() async throws(StoreError) -> Bool
    /// Gives the right back, so that others need not wait until it ends by itself.
    func end() async
}
