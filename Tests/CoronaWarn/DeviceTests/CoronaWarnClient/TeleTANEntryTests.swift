import CoronaWarnAPI
import ExposurePrimitives
import Testing

@testable import CoronaWarnClient

@Suite("A teleTAN as it is typed")
struct TeleTANEntryTests {
    /// The contract's table.
    private static let codes = [
        "FE9A5MAK6C", "FE9A5MAK9H", "FE9A5MAKWG", "WPHSATMHD4", "9N4UTTACE6", "S3HHJJYJD3", "W3M75DUD7C", "BBA3M8UVUC",
        "MNSHDZAEJ2", "WS732AR8QB", "QWDZXCSRHE", "234567893D", "ZBYKEVDBNB", "234567892D", "ABCDEFGHJA", "KMNPQRSTU5",
        "ZZZZZZZZZH", "2222222223",
    ]

    @Test("each valid code is complete, however it is typed", arguments: codes)
    func complete(code: String) {
        let groups: [String] = [String(code.prefix(3)), String(code.dropFirst(3).prefix(3)), String(code.suffix(4))]
        let grouped = "\(groups[0]) \(groups[1])-\(groups[2])"
        for typed in [code, code.lowercased(), grouped, "  \(grouped)  "] {
            let entry = TeleTANEntry(typed: typed)
            #expect(entry.feedback == .complete && entry.teleTAN?.exposedText == code && entry.groups == groups)
        }
    }

    @Test("each beginning of a valid code is incomplete, and says how much is missing", arguments: codes)
    func incomplete(code: String) {
        for length in 0..<code.count {
            let entry = TeleTANEntry(typed: String(code.prefix(length)))
            #expect(entry.feedback == .incomplete(missing: code.count - length) && entry.teleTAN == nil)
            #expect(entry.groups.joined() == code.prefix(length))
        }
    }

    @Test("a character that no code has is named by its place, at once")
    func wrongCharacter() {
        for (position, character) in ["0", "1", "I", "L", "O", "Ä", "!", "i"].enumerated() {
            let typed = "ABCDEFGHJA".prefix(position) + character
            #expect(TeleTANEntry(typed: String(typed)).feedback == .wrongCharacter(position: position + 1))
        }
        #expect(TeleTANEntry(typed: "ABC D0F").feedback == .wrongCharacter(position: 5), "spaces do not count")
        #expect(TeleTANEntry(typed: "ABC0E1").feedback == .wrongCharacter(position: 4), "the first one")
    }

    @Test("a wrong character or an exchange of two is noticed in almost all codes")
    func wrongCheckCharacter() {
        var generator = SeededGenerator(seed: 2)
        var (noticed, total) = (0, 0)
        for _ in 0..<2000 {
            var characters = Array(TeleTAN.generate(using: &generator).exposedText)
            let place = Int.random(in: 0..<9, using: &generator)
            let other = Character(Unicode.Scalar(TeleTAN.alphabet.randomElement(using: &generator) ?? 0))
            guard characters[place] != other else {
                continue
            }
            characters[place] = other
            total += 1
            noticed += TeleTANEntry(typed: String(characters)).feedback == .wrongCheckCharacter ? 1 : 0
        }
        // The check character has sixteen values.
        #expect(noticed * 100 > total * 90)
        #expect(TeleTANEntry(typed: "ZBYKEVDBNU").feedback == .wrongCheckCharacter)
        #expect(TeleTANEntry(typed: "QWDZXCSRHF").feedback == .wrongCheckCharacter)
    }

    @Test("an eleventh character is too many")
    func tooLong() {
        let entry = TeleTANEntry(typed: "ABCDEFGHJA2")
        #expect(entry.feedback == .tooLong && entry.groups == ["ABC", "DEF", "GHJA2"] && entry.teleTAN == nil)
    }

    @Test("a code does not print")
    func redacted() {
        let entry = TeleTANEntry(typed: "ABCDEFGHJA")
        #expect(!"\(entry)".contains("ABC"))
        #expect(!String(reflecting: entry).contains("ABC"))
    }
}
