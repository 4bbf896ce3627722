import AssociationAPI
import AssociationClient
import AssociationProtocol
import ExposurePrimitives
import ExposureTesting
import HeraldPayloads
import LoadGeneration
import LoadModel
import PhonePorts
import Testing
import WireFormat

@testable import AssociationLoad

@Suite("A day of the association's phones")
struct AssociationDayTests {
    /// Registers everybody.
    private struct Authority: LoadTransport {
        func addedHeaders(to host: PhoneHost) -> [HTTPHeader] { [] }

        func send(_ request: PhoneRequest) -> HTTPAnswer {
            var generator = SeededGenerator(seed: UInt64(request.body.reduce(0) { $0 + Int($1) }))
            let registration = RegistrationID.random(using: &generator)
            let answer = RegistrationAnswer(registration: registration, firstDay: AssociationDayTests.now.utcDay)
            return .init(status: 200, body: answer.exposedBytes)
        }
    }

    private static let now = UnixTime(1_700_000_000)

    private static func visits() async throws -> [LoadVisit] {
        try await association().visits(of: plan(phones: 20, cases: 2), after: LoadPreparation(Authority()))
    }

    private static func planned(phones: Double, cases: Double) -> [PlannedVisit] {
        var question = CapacityQuestion()
        (question.phones, question.cases) = (phones, cases)
        return AssociationTraffic().visits(of: question)
    }

    private static func plan(phones: Double, cases: Double) -> DayPlan {
        DayPlan(planned(phones: phones, cases: cases))
    }

    private static let key: PrivateAgreementKey = {
        var generator = SeededGenerator(seed: 5)
        return .generate(using: &generator)
    }()

    private static func association() -> AssociationDay {
        AssociationDay(
            AssociationTraffic(),
            clock: ManualClock(now),
            authority: key.publicKey,
            jurisdiction: Jurisdiction(country: 380, state: 0),
            seed: 1
        )
    }

    @Test("the load makes every planned visit, as often and with the same requests")
    func agreesWithPlan() async throws {
        let (planned, made) = (Self.planned(phones: 20, cases: 2), try await Self.visits())
        #expect(made.map(\.name) == planned.map(\.name))
        for (one, plan) in zip(made, planned) {
            #expect((one.planned.perDay, one.steps) == (plan.perDay, plan.steps))
        }
    }

    @Test("a phone has the slots of the app, and a report takes two of them")
    func slots() throws {
        let app = try AssociationApp.App(
            jurisdiction: Jurisdiction(country: 380, state: 0),
            agreementKey: Self.key.publicKey,
            policy: .off
        )
        #expect(Self.plan(phones: 20, cases: 2)["slot"].perDay == 20 * 86_400 / Double(app.secondsBetweenUploads) - 4)
        let slower = AssociationTraffic(secondsBetweenSlots: 7200)
        var question = CapacityQuestion()
        (question.phones, question.cases) = (20, 0)
        #expect(DayPlan(slower.visits(of: question))["slot"].perDay == 240)
    }

    @Test("every request goes to the endpoint of its kind")
    func endpoints() async throws {
        for visit in try await Self.visits() where visit.name != "report" {
            let session = visit.begin(SeededGenerator(seed: 1))
            for (place, step) in visit.steps.enumerated() {
                let request = try #require(try await session.request(place), "\(visit.name) \(place)")
                #expect(request.target == step.kind.endpoint.path)
                #expect(request.host == .authority)
            }
        }
    }

    @Test("a poll is answered well only with the mark of a known account")
    func mark() async throws {
        let visit = try #require(try await Self.visits().first { $0.name == "slot" })
        let session = visit.begin(SeededGenerator(seed: 1))
        let place = try #require(SlotPlace.allCases.firstIndex(of: .poll))
        _ = try await session.request(place)
        let refusal = try PollAnswer(alerts: []).bytes(mark: Bytes16(words: (0, 0)))
        #expect(await session.read(.init(status: 200, body: refusal), of: place) == false)
    }

    @Test("a report needs the code and then the right, and its slots look like those without")
    func report() async throws {
        let visits = try await Self.visits()
        let report = try #require(visits.first { $0.name == "report" })
        let quiet = try #require(visits.first { $0.name == "slot" })
        let endpoints = quiet.steps.map(\.kind.endpoint)
        #expect(report.steps.dropFirst().map(\.kind.endpoint) == endpoints + endpoints)
        let (session, other) = (report.begin(SeededGenerator(seed: 1)), quiet.begin(SeededGenerator(seed: 1)))
        #expect(try await session.request(1) == nil)
        var generator = SeededGenerator(seed: 2)
        let code = CodeAnswer(code: .generate(using: &generator)).exposedBody
        #expect(try await session.request(0)?.host == .codes)
        #expect(await session.read(.init(status: 200, body: code), of: 0))
        #expect(try await session.request(2) == nil)
        let right = RightID.random(using: &generator)
        func read(received: Bool, of step: Int) async -> Bool {
            let parts = [Bool](repeating: received, count: AssociationLimits.batchCount)
            let answer = RightAnswer(right: right, received: parts).exposedBytes
            return await session.read(.init(status: 200, body: answer), of: step)
        }
        for step in report.steps.indices.dropFirst() {
            let request = try #require(try await session.request(step), "step \(step)")
            let decoy = try #require(try await other.request((step - 1) % endpoints.count))
            #expect(request.target == decoy.target && request.body.count == decoy.body.count)
            if step == 1 {
                #expect(await read(received: false, of: step))
            }
        }
        // When the second slot begins, every batch must have arrived.
        let second = 1 + endpoints.count
        #expect(await read(received: false, of: second) == false)
        #expect(await read(received: true, of: second))
        #expect(await session.read(.init(status: 200, body: RightAnswer.refused.exposedBytes), of: second) == false)
    }

    @Test(
        "accounts exist before the day, as many as their questions and reports need",
        arguments: [(phones: 100.0, cases: 6.0, count: 50), (100, 120, 80), (2, 1, 10), (1e6, 1, 800)]
    )
    func accounts(phones: Double, cases: Double, count: Int) async throws {
        let (plan, preparation) = (Self.plan(phones: phones, cases: cases), LoadPreparation(Authority()))
        #expect(AssociationDay.accountCount(plan) == count)
        guard count < 100 else {
            return
        }
        _ = try await Self.association().visits(of: plan, after: preparation)
        #expect(await preparation.answers.values.map { $0 } == [[200: count]])
    }
}
