import Testing

@testable import PhonePage

@Suite("Ranges of decibels on the screens of phones")
struct ShownRangeTests {
    @Test("are written in words")
    func ranges() {
        #expect(ShownRange("<55") == .below("55"))
        #expect(ShownRange("[0, 63)") == .below("63"))
        #expect(ShownRange("[55, 62.5)") == .between("55", "62.5"))
        #expect(ShownRange(">=73") == .from("73"))
        #expect(ShownRange("63") == nil)
    }
}
