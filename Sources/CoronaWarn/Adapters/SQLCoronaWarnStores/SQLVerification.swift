package import CoronaWarnAPI
package import CoronaWarnPorts
package import ExposurePrimitives
package import Persistence
package import SQLEngine

/// Registrations, teleTANs and TANs.
package struct SQLVerification: VerificationStore {
    let database: any SQLDatabase

    package init(_ database: any SQLDatabase) {
        self.database = database
    }
}

// MARK: - Registrations

extension SQLVerification {
    package func register(
        _ registration: Registration,
        wrongTeleTANs: Int,
        now: UnixTime
    ) async throws(StoreError) -> RegistrationOutcome {
        try await database.write { db in
            try db.waitForDisk()
            return try Self.register(registration, wrongTeleTANs: wrongTeleTANs, now: now, db)
        }
    }

    package func rehearse(_ registration: Registration, now: UnixTime) async throws(StoreError) {
        try await database.rehearse { db in
            _ = try Self.register(registration, wrongTeleTANs: .max, now: now, db)
        }
    }

    private static func register(
        _ registration: Registration,
        wrongTeleTANs: Int,
        now: UnixTime,
        _ db: SQLSession
    ) throws -> RegistrationOutcome {
        if registration.mayComeAgain, let earlier = try session(of: registration.token, now: now, db) {
            return now.seconds(since: earlier.began) < Registration.repetition ? .registered : .refused
        }
        switch registration.key {
        case .test(let test):
            guard try isNew(test, db) else {
                return .refused
            }
            try insert(test, now: now, db)
            try insert(registration.token, TestSession(subject: .test(test), began: now), db)
        case .teleTAN(let mark):
            if let end = try SQLTeleTANs.endOfHold(now: now, db) {
                return .held(until: end)
            }
            guard let kind = try SQLTeleTANs.redeem(mark, now: now, db) else {
                return .wrongTeleTAN(try SQLTeleTANs.countWrong(limit: wrongTeleTANs, now: now, db))
            }
            try insert(registration.token, TestSession(subject: .teleTAN(kind), began: now), db)
        }
        return .registered
    }

    /// Whether neither identifier was registered, in either place.
    private static func isNew(_ test: RegisteredTest, _ db: SQLSession) throws -> Bool {
        let statement = try db.cachedStatement(
            sql:
                "SELECT 1 FROM registered_test WHERE code = ?1 UNION ALL SELECT 1 FROM registered_test WHERE birth_date = ?1"
        )
        return try !test.identifiers.contains { identifier in
            try Int.fetchOne(statement, arguments: [identifier.exposedText]) != nil
        }
    }

    private static func insert(_ test: RegisteredTest, now: UnixTime, _ db: SQLSession) throws {
        try db.cachedStatement(
            sql: "INSERT INTO registered_test (code, birth_date, registered_in) VALUES (?, ?, ?)"
        ).execute(arguments: [test.code.exposedText, test.birthDate?.exposedText, WholeHours.roundedUp(now)])
    }

    static func insert(_ token: CredentialDigest, _ session: TestSession, _ db: SQLSession) throws {
        let (test, teleTAN): (RegisteredTest?, TeleTANKind?) =
            switch session.subject {
            case .test(let test): (test, nil)
            case .teleTAN(let kind): (nil, kind)
            }
        try db.cachedStatement(
            sql: "INSERT INTO test_session (token, code, birth_date, tele_tan, began_at) VALUES (?, ?, ?, ?, ?)"
        ).execute(arguments: [
            token.bytes.asData, test?.code.exposedText, test?.birthDate?.exposedText, teleTAN?.rawValue,
            session.began.seconds,
        ])
    }
}

// MARK: - Sessions

extension SQLVerification {
    package func session(of token: CredentialDigest, now: UnixTime) async throws(StoreError) -> TestSession? {
        try await database.readAtOnce { db in try Self.session(of: token, now: now, db) }
    }

    static func session(of token: CredentialDigest, now: UnixTime, _ db: SQLSession) throws -> TestSession? {
        let statement = try db.cachedStatement(
            sql: "SELECT code, birth_date, tele_tan, began_at FROM test_session WHERE token = ? AND began_at > ?"
        )
        let oldest = now.advanced(bySeconds: -Registration.tokenLife)
        return try SQLRow.fetchOne(statement, arguments: [token.bytes.asData, oldest.seconds]).map { row in
            let began = UnixTime(row["began_at"])
            if let kind = (row["tele_tan"] as String?).flatMap(TeleTANKind.init(rawValue:)) {
                return TestSession(subject: .teleTAN(kind), began: began)
            }
            return TestSession(subject: .test(try test(row)), began: began)
        }
    }

    static func test(_ row: SQLRow) throws -> RegisteredTest {
        let birthDate = row["birth_date"] as String?
        guard let code = (row["code"] as String?).flatMap({ TestIdentifier(codeOrBirthDate: $0) }) else {
            throw StoreError.damagedRow(table: "test_session")
        }
        return RegisteredTest(code: code, birthDate: birthDate.flatMap { TestIdentifier(codeOrBirthDate: $0) })
    }
}

// MARK: - The end of rows

extension SQLVerification {
    package func deleteExpired(now: UnixTime) async throws(StoreError) -> Int {
        try await database.write(patience: .unlimited) { db in
            let (second, hour) = (now.seconds, WholeHours.hour(before: now, by: 0))
            let ends: [(rows: String, bound: Int64)] = [
                ("test_session WHERE began_at <= ?", second - Registration.tokenLife),
                ("tan WHERE expires_at <= ?", second),
                ("tan_reservation WHERE expires_in <= ?", hour),
                ("used_upload WHERE expires_in <= ?", hour),
                ("tele_tan WHERE expires_at <= ?", second),
                ("tele_tan_count WHERE second <= ?", second - SQLTeleTANs.window),
                ("operator_pause WHERE issued_at <= ?", second - SQLTeleTANs.maxPause),
                ("wrong_tele_tan WHERE minute < ?", SQLTeleTANs.firstMinute(now)),
                ("tele_tan_hold WHERE ends_at <= ?", second),
            ]
            return try ends.reduce(0) { count, end in
                try db.execute(sql: "DELETE FROM \(end.rows)", arguments: [end.bound])
                return count + db.changesCount
            }
        }
    }

    package func tests(
        olderThan age: Int64,
        after last: TestIdentifier?,
        limit: Int,
        now: UnixTime
    ) async throws(StoreError) -> [RegisteredTest] {
        try await database.read { db in
            try SQLRow.fetchAll(
                db,
                sql: """
                    SELECT code, birth_date FROM registered_test WHERE code > ? AND registered_in <= ?
                    ORDER BY code LIMIT ?
                    """,
                arguments: [last?.exposedText ?? "", WholeHours.hour(before: now, by: age), limit]
            ).map(Self.test)
        }
    }

    package func forget(_ tests: [RegisteredTest]) async throws(StoreError) {
        try await database.write(patience: .unlimited) { db in
            let statement = try db.makeStatement(sql: "DELETE FROM registered_test WHERE code = ?")
            for test in tests {
                try statement.executeSoon(arguments: [test.code.exposedText])
            }
        }
    }
}
