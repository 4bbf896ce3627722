import CoronaWarnAPI
import CoronaWarnLaboratory
import CoronaWarnPorts
import CoronaWarnStoreConformance
import ExposurePrimitives
import ExposureTesting
import HTTPCoronaWarn
import HTTPTransport
import Persistence
import SQLCoronaWarnStores
import SQLEngine
import SQLiteTesting
import ServiceKit
import ServiceTesting
import StoreConformance
import Testing
import WireFormat

@Suite("Results that are asked for over HTTP")
struct HTTPTestResultsTests {
    private static func laboratory(on database: any SQLDatabase) -> LaboratoryService {
        let clock = ManualClock(CoronaWarnSamples.now)
        return LaboratoryService(
            results: SQLTestResults(database),
            keys: SQLAccessKeys(database),
            retention: ResultRetentionJob(stores: database.testResultStores(), clock: clock),
            clock: clock,
            logger: LogCapture().logger,
            metrics: MetricsRegistry()
        )
    }

    @Test("conform to their port, asked from a running laboratory service")
    func conformance() async throws {
        for check in TestResultSourceConformance.checks {
            let database = try await TemporaryDatabase(.laboratory)
            let violations = try await withRunningHost([Self.laboratory(on: database)]) { ports, _ async throws in
                let server = try #require(ServerURL("http://127.0.0.1:\(ports.internal)"))
                let exchange = HTTPServerExchange(with: server)
                let source = HTTPResultSource(exchange: exchange, token: nil)
                let violations = await [check].violations {
                    TestResultSourceConformance.Subject(source, showing: SQLTestResults(database))
                }
                try await exchange.shutDown()
                return violations
            }
            #expect(violations == [])
        }
    }

    private static func answer(_ body: String, isSent: String? = nil) -> HTTPAnswer {
        let headers = isSent.map { [HTTPHeader("Cwa-Result-Sent", $0)] } ?? []
        return HTTPAnswer(status: 200, headers: headers, body: Array(body.utf8))
    }

    private static func told(_ answers: HTTPAnswer?...) async throws -> PhoneTestResult {
        try await HTTPResultSource(exchange: PreparedExchange(answers), token: nil)
            .phoneResult(of: CoronaWarnSamples.test(), now: CoronaWarnSamples.now)
    }

    @Test("a question and its fake differ in one character")
    func requests() async throws {
        let answer = Self.answer(#"{"testResult":0,"sc":1}"#)
        let exchange = PreparedExchange([answer, answer])
        let results = HTTPResultSource(exchange: exchange, token: SecretBytes("secret".utf8))
        _ = try await results.phoneResult(of: CoronaWarnSamples.test(), now: CoronaWarnSamples.now)
        try await results.rehearseResult(of: CoronaWarnSamples.test(), now: CoronaWarnSamples.now)
        let fakes = exchange.calls.map { $0.headers.filter { $0.name == "cwa-fake" }.map(\.value) }
        #expect(fakes == [["0"], ["1"]])
        #expect(Set(exchange.calls.map { $0.wireSize(adding: []) }).count == 1)
        for request in exchange.calls {
            #expect(request.target == "/api/v1/app/result")
            #expect(request.headers.contains(.init("Authorization", "Bearer secret")))
        }
    }

    @Test("a server that does not say who made a row has sent all but pending results")
    func contractAlone() async throws {
        for code in 0...9 {
            let result = try await Self.told(Self.answer(#"{"testResult":\#(code),"sc":1}"#))
            #expect(result.isSent == (code % 5 != 0))
        }
        #expect(try await Self.told(Self.answer(#"{"testResult":0,"sc":1}"#, isSent: "1")).isSent)
        #expect(try await !Self.told(Self.answer(#"{"testResult":2,"sc":1}"#, isSent: "0")).isSent)
    }

    @Test("a lost answer and a failing server are asked once more, and then the store is unreachable")
    func again() async throws {
        let good = Self.answer(#"{"testResult":2,"sc":1}"#)
        for lost in [nil, HTTPAnswer(status: 503)] {
            #expect(try await Self.told(lost, good).code.permitsUpload)
            await #expect(throws: StoreError.self) { _ = try await Self.told(lost, lost) }
        }
    }

    @Test(
        "an answer that the contract does not know is no result",
        arguments: [
            answer(""), answer("{}"), answer(#"{"testResult":2}"#), answer(#"{"testResult":12,"sc":1}"#),
            answer(#"{"testResult":15,"sc":1}"#), HTTPAnswer(status: 204), HTTPAnswer(status: 401),
            HTTPAnswer(status: 404),
        ]
    )
    func misunderstood(answer: HTTPAnswer) async throws {
        do {
            _ = try await Self.told(answer)
            Issue.record("a result")
        } catch StoreError.unreachable(let reason) {
            #expect(reason.hasPrefix("laboratory: "))
        }
    }
}
