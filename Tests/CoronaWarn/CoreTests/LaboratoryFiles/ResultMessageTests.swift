import CoronaWarnAPI
import ExposurePrimitives
import LaboratoryFiles
import Testing

@Suite("A laboratory's messages")
struct ResultMessageTests {
    private static let now = UnixTime(1_795_000_000)

    private func results(_ lines: [String]) throws -> [NumberedResult] {
        let text = "code,result,birth_date,kind,sampled_at\n" + lines.joined(separator: "\n")
        let file = try ResultFile(parsing: Array(text.utf8), kind: .pcr, now: Self.now)
        #expect(file.problems.isEmpty)
        return file.good
    }

    private func line(_ number: Int, _ more: String = "positive,,,") -> String {
        let digits = String(1_000_000 + number).dropFirst()
        return "ABCDEF-ABCDEF00-0000-4000-8000-000000\(digits),\(more)"
    }

    @Test("the results of one line are in one message, and no message is too large")
    func cutting() throws {
        let lines = (1...7).map { line($0, $0.isMultiple(of: 2) ? "positive,2000-01-01,," : "negative,,,") }
        let results = try results(lines)
        for size in 2...10 {
            let messages = ResultMessage.messages(of: results, maxCount: size)
            let counts = messages.map { $0.results.map(\.result.identifiers.count).reduce(0, +) }
            #expect(counts.reduce(0, +) == 10 && counts.allSatisfy { (1...size).contains($0) })
            #expect(messages.flatMap { $0.results.map(\.line) } == Array(2...8))
        }
        #expect(ResultMessage.messages(of: [], maxCount: 2).isEmpty)
    }

    @Test("the server reads a message as it was meant, for each kind")
    func bodies() throws {
        let hash = String(repeating: "aB", count: 32)
        let results = try results([
            line(1, "negative,2000-01-01,,2026-11-18T00:00Z"), "\(hash),positive,,quicktest,",
            "\(hash.lowercased()),12,,pocnat,",
        ])
        let messages = ResultMessage.messages(of: results, maxCount: 1000)
        #expect(messages.map(\.kind) == [.pcr, .rapid, .pointOfCare])
        let read = try messages.map { message in
            try ResultBatch(parsing: message.exposedBody(laboratoryID: LaboratoryID("north")), kind: message.kind)
        }
        #expect(read.map { $0.results.map(\.outcome) } == [[.negative, .negative], [.positive], [.positive]])
        #expect(read[0].results.map { $0.identifier.exposedText.hasPrefix("x") } == [false, true])
        #expect(read[0].results.allSatisfy { $0.sampleCollection == 1_794_960_000 })
        #expect(read[0].laboratoryID?.text == "north")
        #expect(read[1].results[0].identifier == TestIdentifier(rapidTest: hash))
    }

    @Test("the places in a refusal are those of identifiers, and lead to lines")
    func refusals() throws {
        let results = try results([line(1), line(2, "positive,2000-01-01,,"), line(3)])
        let message = try #require(ResultMessage.messages(of: results, maxCount: 1000).first)
        #expect(message.lines(refusedBy: Array(#"{"badLines":[1]}"#.utf8)) == [2])
        #expect(message.lines(refusedBy: Array(#"{"badLines":[2,3]}"#.utf8)) == [3])
        #expect(message.lines(refusedBy: Array(#"{"badLines":[4,5,0,-1]}"#.utf8)) == [4])
        for body in ["", "{}", #"{"badLines":[]}"#, #"{"badLines":[9]}"#, #"{"badLines":["1"]}"#] {
            #expect(message.lines(refusedBy: Array(body.utf8)) == nil)
        }
        #expect(message.leavingOut([3])?.results.map(\.line) == [2, 4] && message.leavingOut([2, 3, 4]) == nil)
    }

    @Test("a mark is that of one result at one server")
    func marks() throws {
        let results = try results([line(1), line(2), line(3, "positive,2000-01-01,,")]).map(\.result)
        let changed = try self.results([line(1, "negative,,,"), line(3, "positive,2000-01-02,,")]).map(\.result)
        let marks = (results + changed).map { $0.mark(server: "https://a") }
        #expect(Set(marks + results.map { $0.mark(server: "https://b") }).count == 8)
        #expect(try self.results([line(1)])[0].result.mark(server: "https://a") == marks[0])
    }
}
