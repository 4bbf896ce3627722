import CoronaWarnAPI
import Testing

@Suite("Results of laboratories")
struct LaboratoryTests {
    private static func identifier(_ number: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: 64 - text.count) + text
    }

    private static func line(_ number: Int = 1, result: String = "1", more: String = "") -> String {
        #"{"id":"\#(identifier(number))","result":\#(result)\#(more)}"#
    }

    private func batch(_ lines: [String], kind: TestKind = .pcr, more: String = "") throws(ResultBatchError)
        -> ResultBatch
    {
        let text = #"{"testResults":[\#(lines.joined(separator: ","))]\#(more)}"#
        return try ResultBatch(parsing: Array(text.utf8), kind: kind)
    }

    @Test("a question about known tests holds as many as its limit, each of them well-formed")
    func knownTests() throws {
        let identifier = String(repeating: "0a", count: 32)
        func ask(_ identifiers: [String]) throws(CoronaWarnError) -> KnownTestsQuestion {
            let list = identifiers.map { #""\#($0)""# }.joined(separator: ",")
            return try KnownTestsQuestion(parsing: Array(#"{"more":1,"ids":[\#(list)]}"#.utf8))
        }
        #expect(try ask([]).identifiers.isEmpty)
        let marked = "x" + identifier.dropFirst()
        #expect(try ask([identifier, marked]).identifiers.map(\.exposedText) == [identifier, marked])
        let most = Array(repeating: identifier, count: CoronaWarnLimits.knownTests)
        let question = try ask(most)
        #expect(question.identifiers.count == 1000)
        #expect(try KnownTestsQuestion(parsing: question.exposedBody).identifiers == question.identifiers)
        let answer = KnownTestsAnswer(identifiers: question.identifiers)
        #expect(try KnownTestsAnswer(parsing: answer.exposedBody).identifiers == question.identifiers)
        for refused in [most + [identifier], [identifier + "0"], [""]] {
            #expect(throws: CoronaWarnError.notCompliant) { try ask(refused) }
        }
        for body in ["", "[]", "{}", #"{"ids":1}"#, #"{"ids":[1]}"#, #"{"ids":null}"#, #"{"ids":[]}x"#] {
            #expect(throws: CoronaWarnError.notCompliant) { try KnownTestsQuestion(parsing: Array(body.utf8)) }
        }
    }

    @Test("codes and results correspond")
    func codes() {
        for code in TestResultCode.codes {
            let result = TestResultCode(code: code)
            #expect(result?.code == code)
            #expect(result?.forPhones.code == (code >= 10 ? code - 10 : code))
            #expect(result?.permitsUpload == [2, 7, 12].contains(code))
        }
        #expect(TestResultCode(code: -1) == nil && TestResultCode(code: 15) == nil && TestResultCode(code: .min) == nil)
    }

    @Test(
        "each kind takes its own codes",
        arguments: [(TestKind.pcr, 1...3), (.rapid, 5...8), (.pointOfCare, 10...13)]
    )
    func accepted(kind: TestKind, codes: ClosedRange<Int>) throws {
        for code in -1...16 {
            if codes.contains(code) {
                let result = try #require(try batch([Self.line(result: "\(code)")], kind: kind).results.first)
                #expect(TestResultCode(kind: kind, outcome: result.outcome).code == code)
            } else {
                let line = Self.line(result: "\(code)")
                #expect(throws: ResultBatchError.badLines([1])) { try batch([line], kind: kind) }
            }
        }
    }

    @Test("the identifiers of rapid tests are kept under their hash")
    func identifiers() throws {
        let stored = try #require(TestIdentifier(code: Self.identifier(1)))
        #expect(try batch([Self.line()]).results[0].identifier == stored)
        let rapid = try batch([Self.line(result: "6")], kind: .rapid).results[0].identifier
        #expect(rapid == TestIdentifier(rapidTest: Self.identifier(1)) && rapid != stored)
        let question = Array(#"{"id":"\#(Self.identifier(1))"}"#.utf8)
        #expect(try ResultQuestion(parsing: question, kind: .rapid).identifier == rapid)
        #expect(try ResultQuestion(parsingApp: question).identifier == stored)
    }

    @Test("sample time and laboratory are kept, up to their limits")
    func details() throws {
        let name = String(repeating: "L", count: 64)
        let times = ["0", "9999999999", "null"].enumerated()
        let lines = times.map { Self.line($0 + 1, more: #","sc":\#($1)"#) }
        let batch = try batch(lines, more: #","labId":"\#(name)""#)
        #expect(batch.results.map(\.sampleCollection) == [0, 9_999_999_999, nil] && batch.laboratoryID?.text == name)
        for more in [#","labId":"\#(name)L""#, #","labId":"é""#, #","labId":"a\"b""#, #","labId":1"#] {
            #expect(throws: ResultBatchError.malformed) { try self.batch([Self.line()], more: more) }
        }
    }

    @Test("one bad line refuses a batch, and all bad lines are named by number")
    func badLines() {
        let bad = [
            Self.line(3, result: "4"), Self.line(4, result: "0"), Self.line(5, result: "1.0"),
            Self.line(6, result: #""1""#), Self.line(7, more: #","sc":-1"#), Self.line(8, more: #","sc":10000000000"#),
            Self.line(9, more: #","sc":"1""#), #"{"result":1}"#, #"{"id":"00","result":1}"#, "[]", "null", "1",
        ]
        for line in bad {
            #expect(throws: ResultBatchError.badLines([2])) { try batch([Self.line(1), line, Self.line(2)]) }
        }
        #expect(throws: ResultBatchError.badLines([1, 3])) { try batch(["1", Self.line(1), "2"]) }
        // The same test twice: the second line is bad.
        let twice = [Self.line(1), Self.line(2), Self.line(1, result: "2")]
        #expect(throws: ResultBatchError.badLines([3])) { try batch(twice) }
        #expect(ResultBatchError.badLines([2, 5]).body == Array(#"{"badLines":[2,5]}"#.utf8))
        #expect(ResultBatchError.malformed.body.isEmpty)
    }

    @Test("a batch has 1 to 1000 results")
    func counts() throws {
        let lines = (1...1001).map { Self.line($0) }
        #expect(try batch(Array(lines.dropLast())).results.count == CoronaWarnLimits.resultCount)
        #expect(throws: ResultBatchError.malformed) { try batch(lines) }
        #expect(throws: ResultBatchError.malformed) { try batch([]) }
        for body in ["", "{}", "[]", #"{"testResults":null}"#, #"{"testResults":[],"x":1"#] {
            #expect(throws: ResultBatchError.malformed) { try ResultBatch(parsing: Array(body.utf8), kind: .pcr) }
        }
        let largest = (1...1000).map { Self.line($0, more: #", "sc": 9999999999"#) }.joined(separator: ", ")
        #expect(largest.utf8.count < CoronaWarnLimits.laboratoryBody - 1000)
    }

    @Test("a pending result may become any, an invalid one may be repeated, all others are final")
    func transitions() throws {
        for first in TestResultCode.codes {
            for second in TestResultCode.codes {
                let from = try #require(TestResultCode(code: first))
                let to = try #require(TestResultCode(code: second))
                let isAllowed =
                    switch first {
                    // Only a phone's question makes a row of code 0, so its kind is open.
                    case 0: ![0, 4, 9, 14].contains(second)
                    case 3: [1, 2].contains(second)
                    case 5: (6...8).contains(second)
                    case 8: [6, 7].contains(second)
                    case 10: (11...13).contains(second)
                    case 13: [11, 12].contains(second)
                    default: false
                    }
                let expected: TestResultChange = first == second ? .unchanged : isAllowed ? .stored : .refused
                #expect(TestResultChange(from: from, to: to) == expected, "\(first) → \(second)")
            }
        }
    }
}
