import ExposurePrimitives
import LaboratoryClient
import LaboratoryFiles
import PhonePorts
import Testing
import WireFormat

@Suite("Sending results")
struct ResultSenderTests {
    private let laboratory = SampleLaboratory()

    @Test("each result arrives once, and a second run sends nothing")
    func wholeFile() async throws {
        let file = try SampleLaboratory.file(0..<25)
        var journal = try laboratory.journal()
        var stored: [SendProgress] = []
        let report = try await laboratory.sender().send(file, journal: &journal) { stored.append($0) }
        #expect(report.sent == 25 && report.sentBefore == 0 && report.isComplete && report.problems.isEmpty)
        #expect(stored == [10, 20, 25].map { .stored($0, of: 25) })
        #expect(laboratory.server.codes.count == 25 && laboratory.server.received.count == 3)
        #expect(laboratory.server.codes[SampleLaboratory.identifier(3)] == 2)
        let headers = laboratory.server.received[0].headers
        #expect(headers[0] == .init("Content-Type", "application/json; charset=utf-8"))
        #expect(headers.count == 2 && headers[1] == .init("Authorization", "Bearer key"))

        var later = try laboratory.journal()
        let again = try await laboratory.sender().send(file, journal: &later) { _ in }
        #expect(again.sent == 0 && again.sentBefore == 25 && laboratory.server.received.count == 3)
    }

    @Test("no request has a code of a sheet")
    func secrecy() async throws {
        var journal = try laboratory.journal()
        let file = try SampleLaboratory.file(0..<25)
        _ = try await laboratory.sender().send(file, journal: &journal) { _ in }
        for request in laboratory.server.received {
            #expect(!String(decoding: request.body, as: UTF8.self).contains("ABCDEF"))
        }
        for name in try laboratory.storage.names() {
            let content = try laboratory.storage.read(name) ?? []
            #expect(content.count == 25 * 16 && !String(decoding: content, as: UTF8.self).contains("ABCDEF"))
        }
    }

    @Test("a lost answer costs one repeated message, which the server answers in the same way")
    func lostAnswers() async throws {
        let laboratory = SampleLaboratory([.answer, .losesAnswer, .unreachable, .status(503), .status(429)])
        let pauses = Pauses()
        var journal = try laboratory.journal()
        var waits: [SendProgress] = []
        let file = try SampleLaboratory.file(0..<25)
        let report = try await laboratory.sender(pauses: pauses).send(file, journal: &journal) { progress in
            if case .waiting = progress {
                waits.append(progress)
            }
        }
        #expect(report.sent == 25 && laboratory.server.received.count == 4)
        #expect(laboratory.server.received[1].body == laboratory.server.received[2].body)
        #expect(pauses.all == [1, 2, 4, 8] && waits == pauses.all.map { .waiting(seconds: $0) })
    }

    @Test("a server that stays away ends sending, and the next run goes on where it ended")
    func patience() async throws {
        let laboratory = SampleLaboratory([.answer] + Array(repeating: .unreachable, count: 5))
        let file = try SampleLaboratory.file(0..<25)
        let pauses = Pauses()
        var journal = try laboratory.journal()
        await #expect(throws: SendFailure.noAnswer(.unreachable)) {
            _ = try await laboratory.sender(patience: 15, pauses: pauses).send(file, journal: &journal) { _ in }
        }
        #expect(pauses.all == [1, 2, 4, 8])
        var later = try laboratory.journal()
        let report = try await laboratory.sender().send(file, journal: &later) { _ in }
        #expect(report.sent == 15 && report.sentBefore == 10 && laboratory.server.codes.count == 25)
    }

    @Test("pauses grow to half a minute")
    func pauses() async throws {
        let laboratory = SampleLaboratory(Array(repeating: .unreachable, count: 8))
        let pauses = Pauses()
        var journal = try laboratory.journal()
        _ = try await laboratory.sender(patience: .max, pauses: pauses)
            .send(SampleLaboratory.file(0..<1), journal: &journal) { _ in }
        #expect(pauses.all == [1, 2, 4, 8, 16, 30, 30, 30])
    }

    @Test("a bad line keeps the whole file back, unless bad lines are skipped")
    func badLines() async throws {
        let file = try SampleLaboratory.file(SampleLaboratory.text(0..<3) + "x,positive\n")
        var journal = try laboratory.journal()
        let refused = try await laboratory.sender().send(file, journal: &journal) { _ in }
        #expect(!refused.isComplete && refused.sent == 0 && refused.problems == [5: .code])
        #expect(laboratory.server.received.isEmpty)
        let report = try await laboratory.sender(skips: true).send(file, journal: &journal) { _ in }
        #expect(report.isComplete && report.sent == 3 && report.problems == [5: .code] && report.total == 4)
    }

    @Test(
        "the server's refusals are told by line, and the rest goes if bad lines are skipped",
        arguments: [false, true]
    )
    func conflicts(skips: Bool) async throws {
        let known = [SampleLaboratory.identifier(4): 2, SampleLaboratory.identifier(17): 2]
        let laboratory = SampleLaboratory(codes: known)
        let file = try SampleLaboratory.file(0..<30)
        var journal = try laboratory.journal()
        let report = try await laboratory.sender(skips: skips).send(file, journal: &journal) { _ in }
        #expect(report.isComplete == skips && report.sent == (skips ? 28 : 0))
        #expect(report.problems == (skips ? [6: .conflict, 19: .conflict] : [6: .conflict]))
        #expect(laboratory.server.codes.count == (skips ? 30 : 2))
    }

    @Test(
        "a refusal that names no line ends sending",
        arguments: [
            (401, SendFailure.unauthorised), (403, .unauthorised), (404, .noService), (400, .refused(status: 400)),
            (409, .refused(status: 409)), (302, .refused(status: 302)), (200, .refused(status: 200)),
        ]
    )
    func refusals(status: Int, failure: SendFailure) async throws {
        let laboratory = SampleLaboratory([.status(status)])
        var journal = try laboratory.journal()
        let file = try SampleLaboratory.file(0..<3)
        await #expect(throws: failure) { _ = try await laboratory.sender().send(file, journal: &journal) { _ in } }
        #expect(!journal.contains(file.good[0].result))
    }
}

@Suite("The journal of sent results")
struct SentJournalTests {
    private let laboratory = SampleLaboratory()

    @Test("another server does not have what one server has")
    func servers() throws {
        let results = try SampleLaboratory.file(0..<3).good
        var journal = try laboratory.journal()
        try journal.add(Array(results.prefix(2)))
        #expect(journal.contains(results[1].result) && !journal.contains(results[2].result))
        #expect(try laboratory.journal().contains(results[0].result))
        #expect(try !laboratory.journal(server: "https://b").contains(results[0].result))
    }

    @Test("results are remembered for sixty days")
    func life() throws {
        let results = try SampleLaboratory.file(0..<1).good
        var journal = try laboratory.journal()
        try journal.add(results)
        for (days, isKnown) in [(Int64(0), true), (60, true), (61, false)] {
            let now = SampleLaboratory.now.advanced(bySeconds: days * UnixTime.secondsPerDay)
            #expect(try laboratory.journal(now: now).contains(results[0].result) == isKnown)
        }
        #expect(try laboratory.storage.names().isEmpty)
    }

    @Test("a journal is current until the day ends")
    func days() throws {
        let journal = try SampleLaboratory().journal()
        let tomorrow = SampleLaboratory.now.utcDay.advanced(byDays: 1).startInUTC
        #expect(journal.isCurrent(at: tomorrow.advanced(bySeconds: -1)) && !journal.isCurrent(at: tomorrow))
    }

    @Test("a damaged file costs only repeated messages, and another file is left alone")
    func damage() throws {
        let results = try SampleLaboratory.file(0..<2).good
        var journal = try laboratory.journal()
        try journal.add(results)
        let name = try #require(try laboratory.storage.names().first)
        try laboratory.storage.replace(name, with: Array((laboratory.storage.read(name) ?? []).dropLast(3)))
        try laboratory.storage.replace("sent-noday", with: [1])
        var damaged = try laboratory.journal()
        #expect(damaged.contains(results[0].result) && !damaged.contains(results[1].result))
        try damaged.add([results[1]])
        #expect(try laboratory.journal().contains(results[1].result))
    }
}
