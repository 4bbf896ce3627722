import CoronaWarnAPI
import CoronaWarnPorts
import CoronaWarnStoreConformance
import CoronaWarnVerification
import ExposureTesting
import HTTPCoronaWarn
import HTTPTransport
import KeyServerRules
import SQLCoronaWarnStores
import SQLEngine
import SQLiteTesting
import ServiceKit
import ServiceTesting
import StoreConformance
import Testing
import WireFormat

@Suite("TANs that are reserved")
struct TANReservationTests {
    private static func service(_ database: any SQLDatabase, _ clock: ManualClock) async throws -> VerificationService {
        let catalogue = VerificationConfiguration.catalogue
        let reader = try await SettingsReader(commandLine: [:], environment: [:], catalogue: catalogue)
        let results = SQLTestResults(try await TemporaryDatabase(.laboratory))
        let stores = database.verificationStores()
        return VerificationService(
            store: stores.verification,
            results: results,
            keys: SQLAccessKeys(database),
            secrets: VerificationSecrets(try #require(RightKey([UInt8](repeating: 3, count: RightKey.count)))),
            configuration: try VerificationConfiguration(reader),
            cleanup: RegistrationCleanupJob(stores: stores, results: results, clock: clock),
            clock: clock,
            logger: LogCapture().logger,
            metrics: MetricsRegistry()
        )
    }

    @Test("conform to their port over HTTP, with the verification service at the other end")
    func http() async throws {
        let database = try await TemporaryDatabase(.coronaWarn)
        let clock = ManualClock(CoronaWarnSamples.now)
        try await withRunningHost([Self.service(database, clock)], clock: clock) { ports, _ async throws in
            let server = try #require(ServerURL("http://127.0.0.1:\(ports.internal)"))
            let exchange = HTTPServerExchange(with: server)
            let authority = HTTPTANAuthority(exchange: exchange, token: nil)
            let store = SQLVerification(database)
            #expect(await TANReservationConformance.checks.violations { .init(authority, on: store) } == [])
            try await exchange.shutDown()
        }
    }

    private static let live =
        "SELECT token, tele_tan, expires_at, reservation FROM tan WHERE digest = ? AND expires_at > ?"
    private static let byUpload = "SELECT name, tele_tan FROM tan_reservation WHERE upload = ? AND expires_in > ?"
    private static let byName = "SELECT token FROM tan_reservation WHERE name = ? AND expires_in > ?"
    private static let used = "DELETE FROM tan WHERE reservation = ?"
    private static let reservesForAny =
        SQLFault("reserves for any upload", live, live.replacing("reservation FROM", with: "NULL AS reservation FROM"))

    private static let faults: [String: [SQLFault]] = [
        "a TAN is reserved for one upload, which gets the same reservation again": [
            reservesForAny,
            SQLFault(
                "makes each reservation anew",
                live,
                live.replacing("reservation FROM", with: "NULL AS reservation FROM"),
                others: [
                    (byUpload, "\(byUpload) AND 0"),
                    ("INSERT INTO tan_reservation", "INSERT OR REPLACE INTO tan_reservation"),
                ]
            ),
        ],
        "an unknown TAN gives no reservation": [
            SQLFault(
                "reserves unknown TANs",
                live,
                """
                SELECT zeroblob(32) AS token, NULL AS tele_tan, ?2 + 3600 AS expires_at, NULL AS reservation
                WHERE ?1 IS NOT NULL
                """
            )
        ],
        "a TAN of an event gives no reservation, one of a teleTAN for a test does": [
            SQLFault("reserves events", live, live.replacing("tele_tan,", with: "NULL AS tele_tan,"))
        ],
        "a confirmed upload keeps its reservation, and its TAN permits no other upload": [
            SQLFault("forgets confirmed uploads", byUpload, "\(byUpload) AND token IS NOT NULL"),
            SQLFault("frees confirmed TANs", used, "UPDATE tan SET reservation = NULL WHERE reservation = ?"),
            SQLFault("confirms once", byName, "\(byName) AND token IS NOT NULL"),
        ],
        "an unknown reservation is not confirmed": [
            SQLFault("confirms anything", byName, "SELECT NULL AS token WHERE ? IS NOT ?")
        ],
        "of thirty uploads at once, one gets the reservation": [reservesForAny],
    ]

    @Test("each rule finds each mistake that is planted for it", arguments: TANReservationConformance.checks)
    func faults(check: RuleCheck<TANReservationConformance.Subject>) async throws {
        let faults = [check.rule: try #require(Self.faults[check.rule])]
        let overlooked = await [check].overlooked(faults) { fault in
            let store = SQLVerification(try await TemporaryDatabase(.coronaWarn, fault: fault))
            return .init(DirectTANAuthority(store), on: store)
        }
        #expect(overlooked == [])
    }
}
