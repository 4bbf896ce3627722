import Persistence

/// A failure that PostgreSQL or the way to it reported. Texts of the server may quote values and are dropped.
enum PostgresError: Error, Equatable {
    /// The server refused a statement, with its SQLSTATE (PostgreSQL 15, appendix A).
    case refused(state: String)
    /// The connection cannot be used any more.
    case disconnected
    /// The connection ended while a commit was under way, or the commit did not reach the standby: nobody can say
    /// whether it is kept.
    case unknownCommit
    /// The deadline passed.
    case timedOut

    /// Whether the same work may succeed if it is done again: it failed because others wrote meanwhile.
    ///
    /// Under SERIALIZABLE, a row that others added meanwhile may also show as a violation of a unique key (PostgreSQL
    /// 15, 13.5.1).
    var isConflict: Bool {
        switch self {
        case .refused(let state): ["40001", "40P01", "23505"].contains(state)
        case .disconnected, .unknownCommit, .timedOut: false
        }
    }

    /// Whether the connection must not be used again: it is gone, its server is shutting down, or it is a standby.
    ///
    /// The same counts for one whose prepared statements are of no use. Another program's migration has changed their
    /// columns since (0A000). Or a pooler between has made the server forget them (26000), or has prepared others under
    /// their names (42P05).
    var endsConnection: Bool {
        switch self {
        case .refused(let state):
            state.hasPrefix("08") || state.hasPrefix("57P") || ["25006", "0A000", "26000", "42P05"].contains(state)
        case .disconnected, .unknownCommit, .timedOut: true
        }
    }
}

extension StoreError {
    init(_ error: any Error) {
        switch error {
        case let error as StoreError:
            self = error
        case is CancellationError, PostgresError.refused(state: "57014"):
            self = .cancelled
        case PostgresError.refused(let state):
            self = .unavailable(reason: "PostgreSQL error \(state)")
        case PostgresError.disconnected:
            self = .unavailable(reason: "PostgreSQL gives no connection")
        case PostgresError.unknownCommit:
            self = .unavailable(reason: "PostgreSQL's connection ended during a commit")
        case PostgresError.timedOut:
            self = .unavailable(reason: "PostgreSQL did not answer in time")
        default:
            self = .unavailable(reason: "\(type(of: error))")
        }
    }
}
