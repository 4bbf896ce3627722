import Testing

@testable import LoadModel

@Suite("What servers need for a day of visits")
struct CapacityAnswerTests {
    /// A million phones, and machines of ten cores that may be busy as a whole.
    private static let question: CapacityQuestion = {
        var question = CapacityQuestion()
        (question.phones, question.cdnShare, question.coresPerMachine, question.busyShare) = (1e6, 0.75, 10, 1)
        return question
    }()

    private static let server = ServerFacts(releaseSeconds: 0.2, idleSeconds: 10, memoryPerPhone: 7)

    private static func visit(
        perDay: Double = 86_400_000,
        on curve: DayCurve = .even,
        isFiles: Bool = false,
        cost: VisitCost = VisitCost(microseconds: 1000, commits: 2, storedBytes: 100, storedDays: 14)
    ) -> VisitLoad {
        VisitLoad(
            perDay: perDay,
            on: curve,
            requests: 3,
            released: 2,
            isFiles: isFiles,
            connections: 0.5,
            seconds: 2,
            sent: 1000,
            received: 500,
            cost: cost
        )
    }

    @Test("a thousand visits a second, without hours of the day")
    func even() {
        let answer = CapacityAnswer(
            [Self.visit()],
            Self.question,
            server: Self.server
        )
        #expect((answer.requests, answer.fileRequests) == (259_200_000, 0))
        #expect((answer.sentPerPhone, answer.receivedPerPhone, answer.connectionsPerPhone) == (86_400, 43_200, 43.2))
        #expect((answer.peakRequests, answer.peakConnections) == (3000, 500))
        // A second has 500 handshakes of 2700 and 800 bytes.
        #expect((answer.peakBits, answer.peakBitsBehindCDN, answer.peakSentBits) == (14.8e6, 14.8e6, 11.2e6))
        #expect((answer.commits, answer.peakCommits) == (172_800_000, 2000))
        #expect((answer.cores, answer.coresBehindCDN) == (1, 1))
        #expect(answer.handshakeCores == 500 * MachineFigures.handshakeMicroseconds / 1e6)
        #expect(answer.databaseCores == 2000 * MachineFigures.databaseMicroseconds / 1e6)
        // 2000 answers a second wait for 0.2 s, and 500 connections are used for 2 s and stay open for 10 s.
        #expect((answer.waiting, answer.open) == (400, 6000))
        let memory = 6000 * MachineFigures.openBytes + 400 * MachineFigures.waitingBytes
        #expect(answer.memory == memory + 2 * MachineFigures.processBytes + 7e6)
        #expect(answer.stored == 86_400_000 * 1400)
        #expect(answer.machines == 2)
    }

    @Test("a CDN takes its share of files alone")
    func files() {
        let answer = CapacityAnswer([Self.visit(isFiles: true)], Self.question, server: Self.server)
        #expect(answer.fileRequests == answer.requests)
        #expect((answer.peakBits, answer.peakBitsBehindCDN) == (14.8e6, 3.7e6))
        #expect((answer.cores, answer.coresBehindCDN) == (1, 0.25))
        #expect(answer.peakConnections == 125)
    }

    @Test("the peak is that of all visits together")
    func peak() throws {
        let weights = (0..<DayCurve.slotCount).map { $0 == 100 ? 2.0 : 1 }
        let other = (0..<DayCurve.slotCount).map { $0 == 200 ? 2.0 : 1 }
        let curves = try [weights, other].map { try #require(DayCurve(weights: $0)) }
        let one = CapacityAnswer([Self.visit(on: curves[0])], Self.question, server: Self.server).peakRequests
        #expect(abs(one - 3000 * 2 * 288 / 289) < 1e-6)
        let both = CapacityAnswer(curves.map { Self.visit(on: $0) }, Self.question, server: Self.server).peakRequests
        #expect(abs(both - 3000 * 3 * 288 / 289) < 1e-6)
    }

    @Test(
        "machines have their cores busy as far as they may, and one more stands ready",
        arguments: [
            (10_000_000.0, 2.0), (864_000_000, 2), (864_001_000, 3), (8_640_000_000, 11),
        ]
    )
    func machines(perDay: Double, count: Double) {
        let cost = VisitCost(microseconds: 1000)
        let visit = VisitLoad(
            perDay: perDay,
            on: .even,
            requests: 1,
            released: 0,
            isFiles: false,
            connections: 0,
            seconds: 0,
            sent: 0,
            received: 0,
            cost: cost
        )
        #expect(CapacityAnswer([visit], Self.question, server: Self.server).machines == count)
    }

    @Test("without visits nothing is needed but a machine")
    func nothing() {
        let answer = CapacityAnswer([], Self.question, server: Self.server)
        #expect((answer.requests, answer.peakRequests, answer.stored, answer.databaseShare) == (0, 0, 0, 0))
        #expect(answer.machines == 1)
    }

    private typealias Number = any WritableKeyPath<CapacityQuestion, Double> & Sendable

    private static let allowed: [(String, ClosedRange<Double>, Number)] = [
        ("phones", 1...1e10, \.phones), ("keys-per-case", 1...30, \.keysPerCase),
        ("tests-per-case", 1...1000, \.testsPerCase), ("openings", 0...1000, \.openings),
        ("opening-seconds", 0...86_400, \.openingSeconds), ("new-phones", 0...1, \.newPhones), ("peak", 1...20, \.peak),
        ("cdn-share", 0...1, \.cdnShare), ("cores-per-machine", 1...1024, \.coresPerMachine),
        ("busy-share", 0.01...1, \.busyShare),
    ]

    @Test("numbers out of their ranges are refused by name, and their bounds are taken", arguments: allowed)
    private func ranges(name: String, bounds: ClosedRange<Double>, number: Number) throws {
        var question = CapacityQuestion()
        question.cases = 0
        for value in [bounds.lowerBound, bounds.upperBound] {
            question[keyPath: number] = value
            try question.check()
        }
        let refused = CapacityQuestion.Unusable(name: name, range: bounds)
        for value in [bounds.lowerBound.nextDown, bounds.upperBound.nextUp, .nan, .infinity, -.infinity] {
            question[keyPath: number] = value
            #expect(throws: refused) { try question.check() }
        }
        #expect(refused.description.hasPrefix("\(name) must be a number from "))
    }

    @Test("people with something to share are as many as in the document, unless they are given")
    func cases() throws {
        var question = CapacityQuestion()
        #expect((question.phones, question.casesPerDay) == (30e6, 2000))
        question.phones = 15e6
        #expect(question.casesPerDay == 1000)
        question.cases = 7
        #expect(question.casesPerDay == 7)
        for value in [-0.1, 1e8.nextUp, .nan] {
            question.cases = value
            #expect(throws: CapacityQuestion.Unusable(name: "cases-per-day", range: 0...1e8)) { try question.check() }
        }
    }

    private static let texts = [
        (0.0, "0", "0 B"), (999, "999", "999 B"), (1000, "1 thousand", "1000 B"), (1024, "1.02 thousand", "1 KiB"),
        (8333.3, "8.33 thousand", "8.14 KiB"), (1e18, "1000000 trillion", "888 PiB"),
    ]

    @Test("numbers are told with three digits", arguments: texts)
    func text(number: Double, short: String, bytes: String) {
        #expect(CapacityNumber.short(number) == short)
        #expect(CapacityNumber.bytes(number) == bytes)
    }
}
