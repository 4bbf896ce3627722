import GRDB
import Synchronization

/// The outcome of one write of a group, kept until the group's transaction has committed.
final class Outcome<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)

    /// Runs `body` and keeps its value or its error.
    ///
    /// Throws only errors that must end the whole transaction, after which SQLite itself has rolled back.
    func capture(_ body: () throws -> Value?) throws {
        do {
            let value = try body()
            result.withLock { $0 = value.map(Result.success) }
        } catch let error as DatabaseError where Self.endsTransaction(error) {
            throw error
        } catch {
            result.withLock { $0 = .failure(error) }
        }
    }

    func get() throws -> Value {
        guard let result = result.withLock({ $0 }) else {
            throw DatabaseError(resultCode: .SQLITE_INTERNAL)
        }
        return try result.get()
    }

    /// Whether SQLite may have rolled the whole transaction back: after SQLITE_FULL, IOERR, NOMEM, BUSY, INTERRUPT and
    /// CORRUPT (SQLite documentation, "Response To Errors Within A Transaction").
    private static func endsTransaction(_ error: DatabaseError) -> Bool {
        [.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_NOMEM, .SQLITE_BUSY, .SQLITE_INTERRUPT, .SQLITE_CORRUPT]
            .contains(error.resultCode)
    }
}
