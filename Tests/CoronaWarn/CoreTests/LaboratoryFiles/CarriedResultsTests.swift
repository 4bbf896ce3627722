import CoronaWarnAPI
import ExposurePrimitives
import LaboratoryFiles
import Testing

@Suite("Results that a page carries")
struct CarriedResultsTests {
    private static let now = UnixTime(1_795_000_000)
    private static let code = "E1277F-E1277F24-4AD2-40BC-AFF8-CBCCCD893E4B"
    private static let hash = String(repeating: "aB", count: 32)

    private func results() throws -> [NumberedResult] {
        let text = """
            code,result,birth_date,kind,sampled_at
            \(Self.code),negative,2000-01-01,,2026-11-18T00:00Z
            \(Self.hash),positive,,quicktest,
            x
            \(Self.hash.lowercased()),pending,,pocnat,
            """
        return try ResultFile(parsing: Array(text.utf8), kind: .pcr, now: Self.now).good
    }

    @Test("come back as they were, and have no code and nothing that a form makes longer")
    func roundTrip() throws {
        let results = try results()
        let text = CarriedResults.exposedText(of: results)
        #expect(text.utf8.allSatisfy { "0123456789abcdefABCDEFx_.".utf8.contains($0) })
        let read = try #require(CarriedResults.results(in: text, maxCount: 3))
        #expect(read.map(\.line) == [2, 3, 5] && read.map(\.result.identifiers) == results.map(\.result.identifiers))
        #expect(read.map(\.result.code) == results.map(\.result.code))
        #expect(read.map(\.result.sampleCollection) == results.map(\.result.sampleCollection))
        #expect(CarriedResults.results(in: text, maxCount: 2) == nil)
        let messages = ResultMessage.messages(of: read, maxCount: 1000)
        #expect(messages.compactMap(\.batch).map(\.kind) == [.pcr, .rapid, .pointOfCare])
        #expect(messages.first?.lines(at: [1, 2, 3, 0]) == [2])
    }

    @Test(
        "that no page made are refused",
        arguments: [
            "", ".", "2_1_", "2_1__", "0_1__\(hash)", "100001_1__\(hash)", "x_1__\(hash)", "2_4__\(hash)",
            "2_15__\(hash)", "2_0__\(hash)", "2_1_-1_\(hash)", "2_1__\(hash)_\(hash)_\(hash)", "2_6__\(hash)_\(hash)",
            "2_1__\(hash).", "2_1__\(hash)0", "2_1__\(hash.dropLast())=", "2_1__\(hash)..2_1__\(hash)",
        ]
    )
    func refused(text: String) { #expect(CarriedResults.results(in: text, maxCount: 10) == nil) }

    @Test("one typed result follows the rules of a file's lines")
    func typed() throws {
        let cases: [(code: String, result: String, birthDate: String, kind: TestKind, problem: LineProblem?)] = [
            (Self.code, "positive", "", .pcr, nil), ("https://localhost/?\(Self.code)", "2", "2000-01-01", .pcr, nil),
            (Self.hash, "pending", "", .rapid, nil), (Self.hash, "positive", "", .pcr, .code),
            (Self.code, "negative", "", .rapid, .rapidCode), (Self.code, "", "", .pcr, .result),
            (Self.code, "negative", "1.1.2000", .pcr, .birthDate),
            (Self.hash, "negative", "2000-01-01", .rapid, .birthDateOfRapidTest),
        ]
        for (code, result, birthDate, kind, problem) in cases {
            let read =
                LaboratoryResult.read(code: code, result: result, birthDate: birthDate, kind: kind, now: Self.now)
            switch read {
            case .success(let result):
                #expect(problem == nil)
                #expect(result.identifiers.count == (birthDate.isEmpty ? 1 : 2))
            case .failure(let bad): #expect(bad.problem == problem, "\(code) \(result)")
            }
        }
    }
}
