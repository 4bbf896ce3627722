import SQLEngine

/// One attempt at a read or a write.
struct PostgresTransaction {
    private let connection: PostgresConnection
    private let work: PostgresWork
    private let deadline: ContinuousClock.Instant?
    private let commitLimit: Duration

    init(
        _ connection: PostgresConnection,
        _ work: PostgresWork,
        until deadline: ContinuousClock.Instant?,
        commitsWithin commitLimit: Duration
    ) {
        self.connection = connection
        self.work = work
        self.deadline = deadline
        self.commitLimit = commitLimit
    }

    func run<Value>(_ body: (SQLSession) throws -> Value) throws -> Value {
        let session = PostgresSession(connection, beginning: work.beginning, until: deadline)
        let value: Value
        do {
            value = try body(SQLSession(session))
        } catch {
            rollBack(session)
            throw error
        }
        guard work.isTransaction else {
            try session.settle()
            return value
        }
        if session.hasBegun || session.hasWaiting {
            try commit(session)
        }
        return value
    }

    private func rollBack(_ session: PostgresSession) {
        guard work.isTransaction, session.hasBegun, !connection.isBroken else {
            return
        }
        do {
            _ = try connection.run([.text("ROLLBACK")], until: ContinuousClock.now.advanced(by: commitLimit))
        } catch {
            // The end of the connection rolls back.
            connection.giveUp()
        }
    }

    /// A request that has waited too long is told so, and must not be stored afterwards.
    private func commit(_ session: PostgresSession) throws {
        guard deadline.map({ ContinuousClock.now < $0 }) != false else {
            rollBack(session)
            throw PostgresError.timedOut
        }
        _ = connection.takeWarning()
        do {
            let commands = (work.ending + ["COMMIT"]).map(connection.command)
            // The statements that nobody has waited for go with the commit: one wait less.
            try session.end(with: commands, until: ContinuousClock.now.advanced(by: commitLimit))
        } catch {
            guard !error.endsConnection else {
                throw PostgresError.unknownCommit
            }
            // One of them may have failed, and then the commit was not tried.
            rollBack(session)
            throw error
        }
        // The server has committed, but says that the standby may not have it.
        guard !connection.takeWarning() else {
            throw PostgresError.unknownCommit
        }
    }
}
