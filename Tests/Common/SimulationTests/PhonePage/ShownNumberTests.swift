import Localisation
import Testing

@testable import PhonePage

@Suite("Numbers on the screens of phones")
struct ShownNumberTests {
    @Test("are written as people of the language write them")
    func numbers() {
        #expect(ShownNumber.text(12, in: .english) == "12")
        #expect(ShownNumber.text(0.5, in: .english) == "0.5")
        #expect(ShownNumber.text(0.05, in: .german) == "0,05")
        #expect(ShownNumber.text(19.999, in: .french) == "20")
        #expect(ShownNumber.text(1.234, in: .italian) == "1,23")
    }
}
