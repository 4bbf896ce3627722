import DiagnosisKeyStores
import ExposurePrimitives
import GAENCore
import SQLEngine

/// Puts the releasable keys of one sequence into chunks, inside one transaction.
struct SQLChunkPlanner {
    let db: SQLSession
    /// The number of the sequence in its rows.
    let number: Int
    /// The numbers of the sequences that receive the keys with their chunks.
    let followers: [Int]
    /// The number of the sequence that this one follows.
    let leader: Int?
    let rules: ChunkRules
    let now: UnixTime
    let padding: (PaddingRequest) -> [ChunkKey]

    /// One run: it takes the keys whose embargo has ended at `cutOff`. The period is nil if the run's chunks follow the
    /// last one.
    struct Run {
        let cutOff: UnixTime
        let period: ChunkPeriod?
    }

    /// - Returns: the number of keys that were put into chunks, padding included.
    func plan() throws -> Int {
        guard let length = rules.fixedPeriod else {
            return try plan(Run(cutOff: now, period: nil))
        }
        let oldest = now.advanced(bySeconds: -rules.retention)
        let limit = try leader.map { try lastPeriodEnd(of: $0) ?? UnixTime(.min) } ?? now
        let last = try lastPeriodEnd(of: number)
        return try ChunkPeriod.fixed(
            length: length,
            after: last,
            beginning: last == nil ? beginning() : .waiting(since: nil),
            since: oldest,
            now: now
        )
        .filter { try $0.end <= limit && !isTaken($0) }
        .reduce(0) { try $0 + plan(Run(cutOff: $1.end.advanced(bySeconds: -1), period: $1)) }
    }

    /// What decides about the sequence's first period.
    private func beginning() throws -> ChunkPeriod.Beginning {
        func moment(_ sql: String, of sequence: Int) throws -> UnixTime? {
            try Int64.fetchOne(db, sql: sql, arguments: [sequence]).map { UnixTime($0) }
        }
        if let leader, let start = try moment("SELECT min(period_start) FROM chunk WHERE sequence = ?", of: leader) {
            return .leader(start)
        }
        let waiting = "SELECT min(releasable_at) FROM diagnosis_key WHERE sequence = ? AND chunk IS NULL"
        return .waiting(since: try moment(waiting, of: number))
    }

    private func plan(_ run: Run) throws -> Int {
        let real = try pendingKeys(run)
        let missing = try countMissingKeys(real: real.count)
        let made = missing > 0 ? padding(try paddingRequest(missing, run)) : []
        let count = real.count + made.count
        guard try count > 0 && (count >= rules.minKeyCount || heldRuns() >= rules.maxHeldRuns) else {
            if count > 0 {
                try update("held_runs = held_runs + 1")
            }
            if let period = run.period {
                _ = try addChunk(period)
            }
            return 0
        }
        try update("held_runs = 0")
        try insertPadding(made, run)
        let pending = made.isEmpty ? real : try pendingKeys(run)
        let chunkCount = (pending.count + rules.maxKeyCount - 1) / rules.maxKeyCount
        let keysPerChunk = (pending.count + chunkCount - 1) / chunkCount
        let starts = Array(stride(from: 0, to: pending.count, by: keysPerChunk))
        let planned = try zip(starts, periods(of: run, count: starts.count)).map { start, period in
            let keys = pending[start]...pending[min(start + keysPerChunk, pending.count) - 1]
            return Planned(chunk: try addChunk(period, keys: keys), period: period, keys: keys)
        }
        try fill(planned, run)
        for one in planned {
            try hand(one.chunk, of: one.period)
        }
        return pending.count
    }

    /// A chunk of a run, before it has its keys.
    private struct Planned {
        /// The chunk's index. Those of a run follow each other.
        let chunk: Int
        let period: ChunkPeriod
        /// The first and the last key.
        let keys: ClosedRange<Bytes16>
    }
}

// MARK: - The keys of a run

extension SQLChunkPlanner {
    /// The condition for keys of the sequence whose embargo has ended and whose retention has not.
    ///
    /// The sign prevents SQLite from using the index over `chunk`: reading all pending keys is faster in the table's
    /// order.
    private static let isPending = """
        sequence = :sequence AND +chunk IS NULL AND releasable_at <= :cutOff
        AND (rolling_start + rolling_period) * 600 > :oldest
        """

    private func arguments(_ run: Run) -> SQLArguments {
        ["sequence": number, "cutOff": run.cutOff.seconds, "oldest": now.advanced(bySeconds: -rules.retention).seconds]
    }

    /// The pending keys in the order of their bytes. Each takes 16 bytes of memory.
    private func pendingKeys(_ run: Run) throws -> [Bytes16] {
        var keys: [Bytes16] = []
        try SQLRow.forEach(
            db,
            sql: "SELECT key_data FROM diagnosis_key WHERE \(Self.isPending) ORDER BY key_data",
            arguments: arguments(run)
        ) { row in
            keys.append(try SQLKeyRow.keyBytes(row))
        }
        return keys
    }

    /// Puts the pending keys into the chunks of their ranges.
    private func fill(_ planned: [Planned], _ run: Run) throws {
        switch db.dialect {
        case .sqlite:
            for one in planned {
                try fill(one, run)
            }
        case .postgres:
            // From the highest keys down: those of the parts before are no longer pending.
            var rest = planned[...]
            while !rest.isEmpty {
                try fill(together: rest.suffix(Self.chunksOfStatement), run)
                rest = rest.dropLast(Self.chunksOfStatement)
            }
        }
    }

    private func fill(_ planned: Planned, _ run: Run) throws {
        // If the statement fails, the transaction fails, so SQLite need not keep copies for this statement alone.
        try db.cachedStatement(
            sql: """
                UPDATE OR FAIL diagnosis_key SET chunk = :chunk, releasable_at = NULL
                WHERE key_data BETWEEN :first AND :last AND \(Self.isPending)
                """
        ).execute(
            arguments: arguments(run) + [
                "chunk": planned.chunk, "first": planned.keys.lowerBound.bytes.asData,
                "last": planned.keys.upperBound.bytes.asData,
            ]
        )
    }

    /// Fills chunks with one pass over the table. A statement for each chunk would look for every key in the index.
    private func fill(together planned: ArraySlice<Planned>, _ run: Run) throws {
        guard let first = planned.first else {
            return
        }
        let starts = planned.map { $0.keys.lowerBound.bytes.asData }
        let names = starts.indices.map { "start\($0)" }
        // The bucket of a key is the number of starts that are not greater (PostgreSQL 15, 9.3).
        try db.execute(
            sql: """
                UPDATE diagnosis_key SET chunk = :before + width_bucket(key_data, ARRAY[:\(names.joined(separator: ", :"))]),
                releasable_at = NULL
                WHERE key_data >= :start0 AND \(Self.isPending)
                """,
            arguments: arguments(run) + ["before": first.chunk - 1]
                + SQLArguments(Dictionary(uniqueKeysWithValues: zip(names, starts)))
        )
    }

    private static let chunksOfStatement = 500

    /// Hands a chunk's keys on to the followers. There they wait for the period in which the chunk's period begins.
    private func hand(_ chunk: Int, of period: ChunkPeriod) throws {
        let keys = try SQLKeysOfChunk(chunk, of: number, db)
        for follower in followers {
            try db.execute(
                sql: """
                    INSERT INTO diagnosis_key (
                        key_data, sequence, rolling_start, rolling_period, transmission_risk_level, report_type,
                        days_since_onset, origin, visited_countries, releasable_at, is_padding
                    )
                    SELECT key_data, :follower, rolling_start, rolling_period, transmission_risk_level, report_type,
                    days_since_onset, origin, visited_countries, :start, is_padding
                    \(keys.source)
                    ON CONFLICT (key_data, sequence) DO NOTHING
                    """,
                arguments: keys.arguments + ["follower": follower, "start": period.start.seconds]
            )
        }
    }
}

// MARK: - Padding

extension SQLChunkPlanner {
    /// The number of padding keys that a run with `real` keys needs.
    private func countMissingKeys(real: Int) throws -> Int {
        guard real < rules.paddedKeyCount else {
            return 0
        }
        let lastEnd: Int64? = try state("last_period_end")
        if real == 0, let lastEnd, (-1..<rules.firstPeriod / 2).contains(now.seconds - lastEnd) {
            return 0
        }
        return rules.paddedKeyCount - real
    }

    private func paddingRequest(_ count: Int, _ run: Run) throws -> PaddingRequest {
        let source = "FROM diagnosis_key WHERE \(Self.isPending)"
        let keys = try SQLKeyRow.fetchContent("\(source) ORDER BY key_data", arguments(run), db).keys
        let countries = try SQLKeyRow.fetchCountries(source, arguments(run), db)
        return PaddingRequest(
            count: count,
            real: keys.map { ChunkKey(diagnosisKey: $0, countries: countries[$0.key.keyData]) },
            cutOff: run.cutOff
        )
    }

    /// Stores padding keys as releasable keys, so that the following steps treat all keys alike.
    private func insertPadding(_ keys: [ChunkKey], _ run: Run) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO diagnosis_key (
                    key_data, sequence, rolling_start, rolling_period, transmission_risk_level, report_type,
                    days_since_onset, origin, visited_countries, releasable_at, is_padding
                ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)
                """
        )
        for padding in keys {
            let key = padding.diagnosisKey
            try statement.executeSoon(arguments: [
                key.key.keyData.exposedBytes.asData, number, key.key.rollingStart.rawValue, key.key.rollingPeriod,
                key.transmissionRiskLevel, key.reportType?.rawValue, key.daysSinceOnsetOfSymptoms,
                padding.countries?.origin.description, padding.countries?.visitedText, run.cutOff.seconds,
            ])
        }
    }
}

// MARK: - Numbers and periods

extension SQLChunkPlanner {
    /// A column of a sequence's state, by default of this one's.
    private func state(_ column: String, of sequence: Int? = nil) throws -> Int64? {
        let sql = "SELECT \(column) FROM publication_state WHERE id = ?"
        return try Int64.fetchOne(db, sql: sql, arguments: [sequence ?? number])
    }

    private func update(_ assignments: String, _ arguments: SQLArguments = []) throws {
        try db.execute(sql: "UPDATE publication_state SET \(assignments) WHERE id = ?", arguments: arguments + [number])
    }

    private func heldRuns() throws -> Int {
        Int(try state("held_runs") ?? 0)
    }

    /// The end of a sequence's newest period that is not in the future.
    private func lastPeriodEnd(of sequence: Int) throws -> UnixTime? {
        var last = try state("last_period_end", of: sequence)
        if let end = last, end > now.seconds {
            let sql = "SELECT max(period_end) FROM chunk WHERE sequence = ? AND period_end <= ?"
            last = try Int64.fetchOne(db, sql: sql, arguments: [sequence, now.seconds])
        }
        return last.map { UnixTime($0) }
    }

    private func isTaken(_ period: ChunkPeriod) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM chunk WHERE sequence = ? AND period_start = ? AND period_end = ?)"
        let arguments: SQLArguments = [number, period.start.seconds, period.end.seconds]
        return try Bool.fetchOne(db, sql: sql, arguments: arguments) == true
    }

    private func periods(of run: Run, count: Int) throws -> [ChunkPeriod] {
        if let period = run.period {
            return Array(repeating: period, count: count)
        }
        return try ChunkPeriod.following(
            lastPeriodEnd(of: number) ?? now.advanced(bySeconds: -rules.firstPeriod),
            count: count,
            now: now,
            isTaken: isTaken
        )
    }

    /// Adds a chunk with the next index.
    ///
    /// - Parameter keys: the first and the last of its keys; nil if it has none.
    private func addChunk(_ period: ChunkPeriod, keys: ClosedRange<Bytes16>? = nil) throws -> Int {
        let index = try Int(state("last_chunk") ?? 0) + 1
        try db.execute(
            sql: """
                INSERT INTO chunk (sequence, number, period_start, period_end, retires_from, first_key, last_key)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                number, index, period.start.seconds, period.end.seconds, period.end.seconds,
                keys?.lowerBound.bytes.asData, keys?.upperBound.bytes.asData,
            ]
        )
        try update("last_chunk = ?, last_period_end = ?", [index, period.end.seconds])
        return index
    }
}
