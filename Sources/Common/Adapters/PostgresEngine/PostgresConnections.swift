import NIOPosix
import Persistence
import SQLEngine
import Synchronization

/// Connections to one database, each used by one thread at a time, and the work that waits for them in its order.
///
/// Threads wait for the server, not the threads that Swift's tasks share: these must never wait.
final class PostgresConnections: Sendable {
    private let server: PostgresServer
    private let schema: String
    private let prefersIndexes: Bool
    private let threads: NIOThreadPool
    private let idle = Mutex<[Idle]>([])

    /// A connection between two uses.
    private struct Idle: @unchecked Sendable {
        // SAFETY: the thread that takes it out of the list is its only user.
        let connection: PostgresConnection
    }

    init(_ server: PostgresServer, schema: String, connections: Int, prefersIndexes: Bool = false) {
        self.server = server
        self.schema = schema
        self.prefersIndexes = prefersIndexes
        threads = NIOThreadPool(numberOfThreads: connections)
        threads.start()
    }

    deinit {
        threads.shutdownGracefully { _ in }
    }

    /// Ends the connections after the current work.
    func close() {
        threads.shutdownGracefully { _ in }
        idle.withLock { $0 = [] }
    }

    /// Runs `body` as the work says. It is run again after a conflict, and on a new connection.
    func run<Value: Sendable>(
        _ work: PostgresWork,
        _ body: @escaping @Sendable (SQLSession) throws -> Value
    ) async throws(StoreError) -> Value {
        let deadline = work.patience.map { ContinuousClock.now.advanced(by: $0) }
        let cancellation = PostgresCancellation()
        do {
            return try await withTaskCancellationHandler {
                try await threads.runIfActive { [self] in
                    guard deadline.map({ ContinuousClock.now < $0 }) != false else {
                        throw StoreError.unavailable(reason: "the write waited too long for its turn")
                    }
                    return try repeating(until: deadline, work.isCancellable ? cancellation : nil) { connection in
                        try PostgresTransaction(connection, work, until: deadline, commitsWithin: server.timeout)
                            .run(body)
                    }
                }
            } onCancel: {
                cancellation.cancel()
            }
        } catch {
            throw StoreError(error)
        }
    }

    /// Runs `body` with a connection outside of any transaction.
    func use<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws(StoreError) -> Value {
        do {
            return try await threads.runIfActive { [self] in
                try repeating(until: nil, nil, body)
            }
        } catch {
            throw StoreError(error)
        }
    }

    /// Does the work until it succeeds, fails for good, or the deadline passes.
    private func repeating<Value>(
        until deadline: ContinuousClock.Instant?,
        _ cancellation: PostgresCancellation?,
        _ body: (PostgresConnection) throws -> Value
    ) throws -> Value {
        let giveUp = deadline ?? ContinuousClock.now.advanced(by: Self.jobPatience)
        var pause = PostgresPause()
        while true {
            do {
                let connection = try take()
                defer {
                    // A cancellation that is on its way to the server must not meet the work of somebody else.
                    if cancellation?.isCancelled != true {
                        giveBack(connection)
                    }
                }
                try cancellation?.begin(connection)
                defer { cancellation?.end() }
                return try body(connection)
            } catch let error as PostgresError
                where error.isConflict || error == .disconnected || error.mayPassElsewhere
            {
                guard cancellation?.isCancelled != true, ContinuousClock.now < giveUp, pause.isLeft(for: error) else {
                    throw error
                }
                pause.wait(until: giveUp)
            }
        }
    }

    /// How long work without a limit waits for a server that takes writes. A job then fails, and its next run tries
    /// again.
    private static let jobPatience = Duration.seconds(60)

    private func take() throws(PostgresError) -> PostgresConnection {
        // The one used last: others stay idle, and the server may end them.
        if let found = idle.withLock({ $0.popLast() }) {
            return found.connection
        }
        return try PostgresConnection(server, schema: schema, prefersIndexes: prefersIndexes)
    }

    private func giveBack(_ connection: PostgresConnection) {
        guard !connection.isBroken else {
            // The others lead to the same server: after a failover none of them can be used.
            return idle.withLock { $0 = [] }
        }
        let kept = Idle(connection: connection)
        idle.withLock { $0.append(kept) }
    }
}

extension PostgresError {
    /// Whether the server refused because it, or the connection, is not for this work now.
    fileprivate var mayPassElsewhere: Bool {
        guard case .refused = self else {
            return false
        }
        return endsConnection
    }
}
