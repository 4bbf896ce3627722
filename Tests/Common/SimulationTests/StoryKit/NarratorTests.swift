import StoryKit
import Synchronization
import Testing

@Suite("The narrator")
struct NarratorTests {
    @Test(
        "separates thousands",
        arguments: [(0, "0"), (999, "999"), (1000, "1 000"), (110_000, "110 000"), (1_234_567, "1 234 567")]
    )
    func grouped(number: Int, text: String) {
        #expect(Narrator.grouped(number) == text)
    }

    @Test("numbers the steps and indents details")
    func steps() {
        let lines = Mutex<[String]>([])
        let narrator = Narrator { line in lines.withLock { $0.append(line) } }
        narrator.step("One.")
        narrator.detail("more")
        narrator.step("Two.")
        #expect(lines.withLock { $0 } == ["\n1. One.", "   more", "\n2. Two."])
    }
}
