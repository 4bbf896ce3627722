package import Persistence

/// A database that is only looked at: nothing is made, and its schema stays as it is.
package protocol SQLInspection: Sendable {
    /// Reads on the caller's thread.
    func look<Value>(_ body: (SQLSession) throws -> Value) throws(StoreError) -> Value
}
