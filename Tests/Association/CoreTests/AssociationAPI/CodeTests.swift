import AssociationAPI
import AssociationProtocol
import ExposurePrimitives
import ExposureTesting
import Testing

@Suite("Codes and messages of reports")
struct CodeTests {
    @Test("each wrong character and each pair that changed places is found")
    func checkDigit() throws {
        var generator = SystemRandomNumberGenerator()
        let code = ReportCode.generate(using: &generator)
        let text = Array(code.exposedText.utf8)
        #expect(try ReportCode(code.exposedText).exposedText == code.exposedText)
        for position in text.indices {
            for character in ReportCode.alphabet where character != text[position] {
                var wrong = text
                wrong[position] = character
                #expect(throws: DictatedCode.Failure.wrongCheckDigit) {
                    try ReportCode(String(decoding: wrong, as: UTF8.self))
                }
            }
        }
        for position in text.indices.dropLast() where text[position] != text[position + 1] {
            var wrong = text
            wrong.swapAt(position, position + 1)
            #expect(throws: DictatedCode.Failure.self) { try ReportCode(String(decoding: wrong, as: UTF8.self)) }
        }
    }

    @Test("an operator's request has two days in their order")
    func codeRequest() throws {
        let day = CalendarDay(daysSinceEpoch: 18_000)
        let request = CodeRequest(window: day...day.advanced(byDays: 3))
        #expect(CodeRequest(parsing: request.body) == request)
        let wrong = [
            "", "[]", #"{"firstDay":"2021-02-19"}"#, #"{"firstDay":"2021-02-20","lastDay":"2021-02-19"}"#,
            #"{"firstDay":1,"lastDay":"2021-02-19"}"#, #"{"firstDay":"2021-02-30","lastDay":"2021-03-19"}"#,
        ]
        for text in wrong {
            #expect(CodeRequest(parsing: Array(text.utf8)) == nil)
        }
    }

    @Test("a refusal has the size of a right")
    func rightAnswer() throws {
        var generator = SystemRandomNumberGenerator()
        let received = (0..<AssociationLimits.batchCount).map { $0.isMultiple(of: 3) }
        let granted = RightAnswer(right: .random(using: &generator), received: received)
        #expect(granted.exposedBytes.count == RightAnswer.refused.exposedBytes.count)
        #expect(try RightAnswer(parsing: granted.exposedBytes) == granted)
        #expect(try RightAnswer(parsing: RightAnswer.refused.exposedBytes) == .refused)
        #expect(throws: AssociationError.self) { try RightAnswer(parsing: granted.exposedBytes.dropLast()) }
    }
}
