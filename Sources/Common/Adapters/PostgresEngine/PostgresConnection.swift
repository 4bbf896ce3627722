import CLibPQ
import Foundation
import Synchronization

/// One connection to the server. It is used by one thread at a time.
@safe final class PostgresConnection {
    let pg: OpaquePointer
    /// The statements that were used on this connection, by their text as the stores wrote it.
    private var statements: [String: Statement] = [:]
    /// The number of statements that were prepared since all were forgotten.
    private var preparedCount = 0
    /// How often all were forgotten.
    private var period = 0
    private var preparations = 0
    private let warnings: Warnings
    private(set) var isBroken = false

    /// A statement, and how it is prepared on this connection.
    final class Statement {
        let sql: PostgresSQL
        private var prepared: [Prepared] = []
        /// Statements that were prepared in an earlier period are forgotten.
        private var period = 0

        fileprivate init(_ sql: PostgresSQL) {
            self.sql = sql
        }

        /// The name under which the statement is prepared for these types in this period.
        fileprivate func name(for types: [UInt32], in period: Int) -> String? {
            self.period == period ? prepared.first { $0.takes(types) }?.name : nil
        }

        fileprivate func add(_ name: String, for types: [UInt32], in period: Int) {
            if self.period != period {
                (self.period, prepared) = (period, [])
            }
            prepared.append(Prepared(types: types, name: name))
        }

        fileprivate func forget(_ name: String) {
            prepared.removeAll { $0.name == name }
        }
    }

    private struct Prepared {
        let types: [UInt32]
        let name: String

        /// Whether values of these types can be its parameters. A null, whose type is 0, can be any.
        func takes(_ others: [UInt32]) -> Bool {
            zip(types, others).allSatisfy { $0 == $1 || $1 == 0 }
        }
    }

    /// A command that is sent to the server.
    enum Command {
        /// A text without parameters.
        case text(String)
        case prepared(Statement, PostgresParameters)
    }

    /// The maximum number of prepared statements, and of texts that are known. Beyond it all are forgotten: texts that
    /// differ in each call must not fill the memory, here or on the server.
    private static let maxPrepared = 400

    /// A command without parameters that comes often: the server reads its text once.
    func command(_ text: String) -> Command {
        .prepared(statement(text), PostgresParameters())
    }

    /// The statement with this text.
    func statement(_ text: String) -> Statement {
        if let known = statements[text] {
            return known
        }
        let statement = Statement(PostgresSQL(text))
        if statements.count >= Self.maxPrepared {
            statements = [:]
        }
        statements[text] = statement
        return statement
    }

    /// Connects, and makes `schema` the place of names without one.
    ///
    /// - Parameter prefersIndexes: whether rows are looked for by an index if there is one. A server plans a prepared
    ///   statement once. A plan that was made while the table was empty would read the whole table when it is full.
    /// - Throws: `disconnected` if no server of the URL takes connections and writes.
    init(_ server: PostgresServer, schema: String, prefersIndexes: Bool = false) throws(PostgresError) {
        let parameters = server.connectionParameters
        guard let pg = unsafe Self.connect(parameters) else {
            throw .disconnected
        }
        guard unsafe PQstatus(pg) == CONNECTION_OK, unsafe PQsetnonblocking(pg, 1) == 0 else {
            unsafe PQfinish(pg)
            throw .disconnected
        }
        unsafe self.pg = pg
        warnings = Warnings()
        // SAFETY: the object outlives the connection, which the deinitialiser ends first.
        unsafe PQsetNoticeReceiver(pg, Warnings.receive, Unmanaged.passUnretained(warnings).toOpaque())
        // A commit is acknowledged when the disk has it, whatever the server's own setting is. Where it waits for a
        // standby, it goes on doing so.
        _ = try run(
            [
                .text("SET search_path TO \(PostgresServer.quoted(schema))"),
                .text(
                    """
                    SELECT set_config('synchronous_commit', 'on', false)
                    WHERE current_setting('synchronous_commit') IN ('off', 'local')
                    """
                ),
                // With indexes preferred, a small table without one looks so expensive that the server compiles the
                // statement, for a hundred milliseconds each time.
                .text("SELECT set_config('jit', 'off', false) WHERE current_setting('jit', true) = 'on'"),
            ] + (prefersIndexes ? [.text("SET enable_seqscan TO off")] : []),
            until: ContinuousClock.now.advanced(by: server.timeout)
        )
    }

    deinit {
        unsafe PQfinish(pg)
    }

    private static func connect(_ parameters: [(name: String, value: String)]) -> OpaquePointer? {
        let names = unsafe parameters.map { unsafe strdup($0.name) }
        let values = unsafe parameters.map { unsafe strdup($0.value) }
        defer {
            unsafe (names + values).forEach { unsafe free($0) }
        }
        // SAFETY: both lists end with nil, and libpq reads them during the call only.
        return unsafe PQconnectdbParams(
            names.map { unsafe UnsafePointer($0) } + [nil],
            values.map { unsafe UnsafePointer($0) } + [nil],
            1
        )
    }

    /// Ends a statement that runs on another thread, if the server hears of it in time.
    func canceller() -> PostgresCanceller? {
        unsafe PQgetCancel(pg).map { unsafe PostgresCanceller($0) }
    }

    /// Nobody uses the connection again.
    func giveUp() {
        isBroken = true
    }

    /// Whether the server has sent a warning since the last call.
    func takeWarning() -> Bool { warnings.take() }
}

// MARK: - Commands

extension PostgresConnection {
    /// Sends all commands before it waits for the first answer. The server does nothing after a failed one.
    ///
    /// - Returns: the results, one for each command.
    func run(_ commands: [Command], until deadline: ContinuousClock.Instant?) throws(PostgresError) -> [PostgresResult]
    {
        do {
            return try send(commands, until: deadline)
        } catch {
            isBroken = isBroken || error.endsConnection
            throw error
        }
    }

    private func send(
        _ commands: [Command],
        until deadline: ContinuousClock.Instant?
    ) throws(PostgresError) -> [PostgresResult] {
        guard unsafe PQenterPipelineMode(pg) == 1 else {
            throw .disconnected
        }
        var added: [(statement: Statement, name: String)] = []
        var count = 0
        var wanted: [Int] = []
        for command in commands {
            switch command {
            case .text(let text):
                try sent(unsafe PQsendQueryParams(pg, text, 0, nil, nil, nil, nil, 1))
            case .prepared(let statement, let parameters):
                let types = parameters.types
                let known = statement.name(for: types, in: period)
                let name = known ?? nextName()
                if known == nil {
                    try sent(unsafe PQsendPrepare(pg, name, statement.sql.text, Int32(types.count), types))
                    added.append((statement, name))
                    statement.add(name, for: types, in: period)
                    preparedCount += 1
                    count += 1
                }
                try send(name, parameters)
            }
            wanted.append(count)
            count += 1
        }
        try sent(unsafe PQpipelineSync(pg))
        let results = try collect(count, added: added, until: deadline)
        return wanted.map { results[$0] }
    }

    private func send(_ name: String, _ parameters: PostgresParameters) throws(PostgresError) {
        let lengths = parameters.lengths.map { $0 ?? 0 }
        let formats = [Int32](repeating: 1, count: lengths.count)
        // SAFETY: the bytes of all values stay where they are until libpq has copied them during the call.
        let code = unsafe parameters.bytes.withUnsafeBytes { bytes in
            var start = 0
            let pointers = unsafe parameters.lengths.map { length -> UnsafePointer<CChar>? in
                guard let length else {
                    return nil
                }
                defer { start += Int(length) }
                // A value without bytes is not null: it has an address.
                return unsafe bytes.baseAddress.map { unsafe ($0 + start).assumingMemoryBound(to: CChar.self) }
                    ?? Self.empty
            }
            return unsafe PQsendQueryPrepared(pg, name, Int32(lengths.count), pointers, lengths, formats, 1)
        }
        try sent(code)
    }

    /// The address of no bytes.
    // SAFETY: it is made once, and nobody writes to it or frees it.
    nonisolated(unsafe) private static let empty: UnsafePointer<CChar> = {
        let byte = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
        unsafe byte.initialize(to: 0)
        return unsafe UnsafePointer(byte)
    }()

    private func sent(_ code: Int32) throws(PostgresError) {
        guard code == 1 else {
            isBroken = true
            throw .disconnected
        }
    }

    private func nextName() -> String {
        preparations += 1
        return "avviso_\(preparations)"
    }

    /// Reads the results of `count` commands and the end of the pipeline.
    private func collect(
        _ count: Int,
        added: [(statement: Statement, name: String)],
        until deadline: ContinuousClock.Instant?
    ) throws(PostgresError) -> [PostgresResult] {
        var results: [PostgresResult] = []
        var failure: PostgresError?
        while true {
            guard let result = try nextResult(until: deadline) else {
                // The end of one command's results.
                continue
            }
            switch result.status {
            case PGRES_PIPELINE_SYNC:
                guard unsafe PQexitPipelineMode(pg) == 1 else {
                    throw .disconnected
                }
                if let failure {
                    forget(added)
                    throw failure
                }
                guard results.count == count else {
                    throw .disconnected
                }
                limitPrepared(until: deadline)
                return results
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
                results.append(result)
            case PGRES_PIPELINE_ABORTED:
                break
            default:
                failure = failure ?? result.failure
                if failure?.endsConnection == true {
                    throw failure ?? .disconnected
                }
            }
        }
    }

    /// After a failure nobody knows which statements were prepared. Their names are not used again.
    private func forget(_ added: [(statement: Statement, name: String)]) {
        for (statement, name) in added {
            statement.forget(name)
        }
    }

    /// The work before it has succeeded, and may have been a commit. So a failure here ends the connection and nothing
    /// else.
    private func limitPrepared(until deadline: ContinuousClock.Instant?) {
        guard preparedCount > Self.maxPrepared else {
            return
        }
        (preparedCount, period) = (0, period + 1)
        do {
            _ = try send([.text("DEALLOCATE ALL")], until: deadline)
        } catch {
            giveUp()
        }
    }

    private func nextResult(until deadline: ContinuousClock.Instant?) throws(PostgresError) -> PostgresResult? {
        while true {
            let rest = unsafe PQflush(pg)
            guard rest >= 0 else {
                throw .disconnected
            }
            if rest == 0, unsafe PQisBusy(pg) == 0 {
                return unsafe PQgetResult(pg).map { unsafe PostgresResult($0) }
            }
            try wait(forWriting: rest > 0, until: deadline)
            guard unsafe PQconsumeInput(pg) == 1 else {
                throw .disconnected
            }
        }
    }

    private func wait(forWriting: Bool, until deadline: ContinuousClock.Instant?) throws(PostgresError) {
        var descriptor = pollfd(
            fd: unsafe PQsocket(pg),
            events: Int16(POLLIN) | (forWriting ? Int16(POLLOUT) : 0),
            revents: 0
        )
        let left = deadline.map { ContinuousClock.now.duration(to: $0) }
        let milliseconds = left.map { max(0, Int32(clamping: Int64($0 / .milliseconds(1)) + 1)) } ?? -1
        // SAFETY: poll(2) reads and writes one structure.
        let code = unsafe poll(&descriptor, 1, left.map { $0 <= .zero } == true ? 0 : milliseconds)
        if code == 0 {
            throw .timedOut
        }
        if code < 0, errno != EINTR {
            throw .disconnected
        }
    }
}

// MARK: - Copies

extension PostgresConnection {
    /// Sends rows with a COPY command.
    func copy(_ command: String, _ rows: PostgresRows, until deadline: ContinuousClock.Instant?) throws(PostgresError) {
        do {
            try sendCopy(command, rows, until: deadline)
        } catch {
            isBroken = isBroken || error.endsConnection
            throw error
        }
    }

    /// A pipeline takes no COPY (PostgreSQL 15, 34.5.1), so the command stands alone.
    private func sendCopy(
        _ command: String,
        _ rows: PostgresRows,
        until deadline: ContinuousClock.Instant?
    ) throws(PostgresError) {
        try sent(unsafe PQsendQuery(pg, command))
        guard let answer = try nextResult(until: deadline) else {
            throw .disconnected
        }
        guard answer.status == PGRES_COPY_IN else {
            try endCommand(until: deadline)
            throw answer.failure
        }
        try rows.forEachPart { part throws(PostgresError) in
            while true {
                // SAFETY: libpq copies the bytes during the call.
                let code = unsafe part.withUnsafeBytes { bytes in
                    unsafe PQputCopyData(pg, bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count))
                }
                guard code == 0 else {
                    try sent(code)
                    break
                }
                try wait(forWriting: true, until: deadline)
                try sent(unsafe PQconsumeInput(pg))
            }
        }
        while true {
            let code = unsafe PQputCopyEnd(pg, nil)
            guard code == 0 else {
                try sent(code)
                break
            }
            try wait(forWriting: true, until: deadline)
        }
        let result = try nextResult(until: deadline)
        try endCommand(until: deadline)
        guard let result, result.status == PGRES_COMMAND_OK else {
            throw result?.failure ?? .disconnected
        }
    }

    /// Reads what is left of a command outside of a pipeline.
    private func endCommand(until deadline: ContinuousClock.Instant?) throws(PostgresError) {
        while try nextResult(until: deadline) != nil {}
    }
}

// MARK: - Warnings

/// Notes that the server warned: it does so when a commit was not waited for by its standby (PostgreSQL 15, 27.2.8.6).
private final class Warnings: Sendable {
    private let hasWarned = Mutex(false)

    func take() -> Bool {
        hasWarned.withLock { hasWarned in
            defer { hasWarned = false }
            return hasWarned
        }
    }

    static let receive: PQnoticeReceiver = { context, result in
        guard let context = unsafe context,
            unsafe PQresultErrorField(result, Int32(UInt8(ascii: "V"))).map({ unsafe String(cString: $0) }) == "WARNING"
        else {
            return
        }
        // SAFETY: the context is the object of the connection, which lives as long as the connection.
        unsafe Unmanaged<Warnings>.fromOpaque(context).takeUnretainedValue().hasWarned.withLock { $0 = true }
    }
}

/// Asks the server to end a statement, from any thread.
@safe final class PostgresCanceller: Sendable {
    // SAFETY: libpq allows a cancellation from any thread (PostgreSQL 15, 34.7), and the pointer never changes.
    nonisolated(unsafe) private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe PQfreeCancel(pointer)
    }

    /// Waits until the server has the wish.
    func cancel() {
        var reason = [CChar](repeating: 0, count: 256)
        // SAFETY: libpq writes at most as many bytes as it is told.
        _ = unsafe PQcancel(pointer, &reason, Int32(reason.count))
    }
}
