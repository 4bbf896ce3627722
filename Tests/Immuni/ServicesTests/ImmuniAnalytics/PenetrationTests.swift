import ExposurePrimitives
import ImmuniAnalytics
import Testing

@Suite("The table of phones in use")
struct PenetrationTests {
    @Test("its template is read, but only if it is complete")
    func template() throws {
        let lines = Penetration.template.split(separator: "\n").map(String.init)
        #expect(try Penetration(csv: Penetration.template).phones(in: "RM") == 0)
        #expect(throws: Penetration.Refusal.self) { try Penetration(csv: lines.dropLast().joined(separator: "\n")) }
        #expect(throws: Penetration.Refusal.self) { try Penetration(csv: Penetration.template + lines[1]) }
        #expect(throws: Penetration.Refusal.self) { try Penetration(csv: "") }
    }

    @Test("counts have a limit", arguments: [("100000000", true), ("100000001", false), ("-1", false), ("", false)])
    func counts(count: String, isAllowed: Bool) {
        let table = Penetration.template.replacing("RM,ios,0\n", with: "RM,ios,\(count)\n")
        #expect(((try? Penetration(csv: table)) != nil) == isAllowed)
    }

    @Test("any change of it is read or refused")
    func changes() {
        var generator = SeededGenerator(seed: 1)
        let template = Array(Penetration.template.utf8)
        for _ in 0..<500 {
            var bytes = template
            for _ in 0..<3 {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[place] = .random(in: 0...255, using: &generator)
                bytes.removeSubrange(place..<Int.random(in: place...min(place + 40, bytes.count), using: &generator))
            }
            let table = try? Penetration(csv: String(decoding: bytes, as: UTF8.self))
            #expect(table.map { $0.phones(in: ["RM", "MI"]) >= 0 } ?? true)
        }
    }
}
