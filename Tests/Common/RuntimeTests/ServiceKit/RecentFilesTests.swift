import ServiceKit
import Testing

@Suite("Files in memory")
struct RecentFilesTests {
    private let files = RecentFiles<String, Int>(capacity: 10)

    /// Without using them.
    private func keep(_ names: String..., size: Int) {
        for name in names {
            files.keep(size, as: name, size: size)
        }
    }

    @Test("fill the capacity to its last byte, and one byte more drops one")
    func limit() {
        keep("a", "b", size: 5)
        #expect(files["a"] == 5 && files["b"] == 5)
        keep("c", size: 1)
        #expect(files["a"] == nil)
        #expect(files["b"] == 5 && files["c"] == 1)
    }

    @Test("leave in the order of their last use, no more of them than must")
    func order() {
        keep("a", "b", "c", "d", "e", size: 2)
        #expect(files["a"] == 2 && files["c"] == 2)
        keep("f", size: 3)
        #expect(files["b"] == nil && files["d"] == nil)
        #expect(files["e"] == 2 && files["a"] == 2 && files["c"] == 2 && files["f"] == 3)
        keep("g", size: 2)
        #expect(files["e"] == nil && files["g"] == 2)
    }

    @Test("count once if they are kept again, with their new size")
    func again() {
        keep("a", size: 9)
        keep("a", size: 5)
        keep("b", size: 5)
        #expect(files["a"] == 5 && files["b"] == 5)
        keep("a", size: 6)
        #expect(files["a"] == 6 && files["b"] == nil)
    }

    @Test("of exactly the capacity are kept, and a larger one drops only its former self")
    func large() {
        keep("a", size: 10)
        #expect(files["a"] == 10)
        keep("b", size: 4)
        keep("c", size: 11)
        #expect(files["b"] == 4 && files["c"] == nil)
        keep("b", size: 11)
        #expect(files["b"] == nil)
        keep("d", size: 10)
        #expect(files["d"] == 10)
    }

    @Test("make room when they are forgotten")
    func forgotten() {
        keep("a", "b", size: 5)
        files.forget("a")
        files.forget("never there")
        keep("c", size: 5)
        #expect(files["a"] == nil && files["b"] == 5 && files["c"] == 5)
    }
}
