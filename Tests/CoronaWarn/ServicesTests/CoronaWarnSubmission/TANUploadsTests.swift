import CoronaWarnPorts
import CoronaWarnStoreConformance
import CoronaWarnSubmission
import SQLCoronaWarnStores
import SQLStores
import SQLiteTesting
import ServiceTesting
import StoreConformance
import Testing

@Suite("Uploads with a TAN, in one database and in two")
struct TANUploadsTests {
    private static func shared(fault: SQLFault? = nil) async throws -> TANUploadsConformance.Subject {
        let database = try await TemporaryDatabase(.coronaWarn, fault: fault)
        let uploads = SharedDatabaseUploads(SQLUploads(database, consumer: SQLTANRights()))
        return .init(uploads: uploads, tans: SQLVerification(database), database: database)
    }

    @Test("keep the same rules in one database")
    func shared() async { #expect(await TANUploadsConformance.checks.violations { try await Self.shared() } == []) }

    @Test("keep the same rules in two databases")
    func reserved() async {
        let violations = await TANUploadsConformance.checks.violations {
            let database = try await TemporaryDatabase(.coronaWarn)
            let tans = SQLVerification(try await TemporaryDatabase(.coronaWarn))
            let (authority, reserved) = (DirectTANAuthority(tans), SQLUploads(database, consumer: SQLReservedUploads()))
            let uploads = ReservedUploads(authority: authority, uploads: reserved, logger: LogCapture().logger)
            return .init(uploads: uploads, tans: tans, database: database)
        }
        #expect(violations == [])
    }

    private static let live =
        "SELECT token, tele_tan, expires_at, reservation FROM tan WHERE digest = ? AND expires_at > ?"
    private static let used = "DELETE FROM tan WHERE digest = ?"
    private static let isRepeated = "SELECT 1 FROM used_upload WHERE mark = ? AND expires_in > ?"
    private static let refusesRepeated = SQLFault("refuses the same upload", isRepeated, "\(isRepeated) AND 0")
    private static let usesAgain = SQLFault("uses TANs again", used, "\(used) AND 0")

    private static let faults: [String: [SQLFault]] = [
        "a TAN is used with the keys, and the same upload is accepted again and stored once": [
            refusesRepeated,
            SQLFault(
                "stores the same upload twice",
                isRepeated,
                "\(isRepeated) AND 0",
                before: "UPDATE diagnosis_key SET key_data = randomblob(16)",
                others: [(used, "\(used) AND 0")]
            ),
        ],
        "another upload with a used TAN is refused and stores nothing": [usesAgain],
        "an unknown TAN is refused and stores nothing": [
            SQLFault(
                "accepts unknown TANs",
                live,
                """
                SELECT zeroblob(32) AS token, NULL AS tele_tan, ?2 + 3600 AS expires_at, NULL AS reservation
                WHERE ?1 IS NOT NULL
                """
            )
        ],
        "a TAN of an event is refused, one of a teleTAN for a test is not": [
            SQLFault("accepts events", live, live.replacing("tele_tan,", with: "NULL AS tele_tan,"))
        ],
        // The keys stay, and the TAN becomes one that the same upload has used.
        "a rehearsal with any TAN leaves nothing behind": [.keptRehearsals],
        "of thirty uploads at once, one uses the TAN": [usesAgain],
        "the same upload thirty times at once is accepted each time, and stored once": [refusesRepeated],
    ]

    @Test("each rule finds each mistake that is planted for it", arguments: TANUploadsConformance.checks)
    func faults(check: RuleCheck<TANUploadsConformance.Subject>) async throws {
        let faults = [check.rule: try #require(Self.faults[check.rule])]
        #expect(await [check].overlooked(faults) { try await Self.shared(fault: $0) } == [])
    }
}
