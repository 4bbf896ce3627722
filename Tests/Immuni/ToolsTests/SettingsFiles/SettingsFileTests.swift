import ExposurePrimitives
import ImmuniAPI
import ImmuniAppConfiguration
import SettingsDocuments
import Testing
import WireFormat

@testable import SettingsFiles

@Suite("Settings as files")
struct SettingsFileTests {
    private static func demo() throws -> SettingsDocument {
        try AppSettingsFile.parse(#require(SettingsPreset.builtIn(named: "demo")))
    }

    private func throughYAML(_ document: SettingsDocument) throws -> SettingsDocument {
        try AppSettingsFile.parse(Array(AppSettingsFile.yaml(document).utf8))
    }

    @Test("the demo is written as YAML and read back exactly, to the same file")
    func demoRoundTrip() throws {
        let document = try Self.demo()
        let back = try throughYAML(document)
        #expect(back == document)
        #expect(back.json.encoded == document.json.encoded)
        #expect(try AppSettingsFile.yaml(back) == AppSettingsFile.yaml(document))
    }

    @Test("YAML has one value a line, lists of numbers on one line, and quotes around ambiguous texts")
    func form() throws {
        let lines = try AppSettingsFile.yaml(Self.demo()).split(separator: "\n").map { $0.drop { $0 == " " } }
        for line in [
            "platforms:", "ios:", "- starting_build: 1", "settings:", "attenuation_thresholds: [50, 70]",
            "teks_packet_size: 110000", "operational_info_without_exposure_sampling_rate: 0.6",
            "support_phone_opening_time: \"7\"", "\"it\": \"https://www.example.org/it/terms-of-use.html\"",
            "\"AT\": \"Österreich\"", "experimental_phase: false", "dummy_teks_request_probabilities: [0.95, 0.1]",
        ] {
            #expect(lines.contains { $0 == line }, "\(line)")
        }
        #expect(lines.allSatisfy { $0.count < 120 })
    }

    @Test(
        "texts that YAML readers could misread are read back as they were",
        arguments: [
            "no", "NO", "yes", "on", "~", "null", "true", "1", "1.0", "0x1F", "1:30", "2026-11-21", "", " ", "a: b",
            "- a", "#", "a #b", "'", "\"", "\\", "\n", "a\nb\n", "\t", "\u{7}", "é", "👩‍🔬", "\u{85}", "\u{2028}", "&a",
            "*a", "!t", "%", "@", "`", "{", "[", "|", ">", "?", "=", "<<",
            String(repeating: "long words ", count: 50),
        ]
    )
    func oddTexts(text: String) throws {
        var document = SettingsDocument()
        document[.iOS, 1, "support_email"] = .string(text)
        document[.iOS, 1, "risk_exposure"] = .object([
            .init(name: text, value: [.string(text), .object([.init(name: text, value: .string(text))])])
        ])
        #expect(try throughYAML(document) == document)
    }

    @Test("a text that YAML would lose a part of is refused, not written")
    func byteOrderMark() {
        var document = SettingsDocument()
        document[.iOS, 1, "support_email"] = "\u{feff}a"
        #expect(throws: SettingsRefusal.self) { try AppSettingsFile.yaml(document) }
    }

    @Test("random documents are read back exactly", arguments: 0..<50 as Range<UInt64>)
    func randomRoundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var document = SettingsDocument()
        for platform in SettingsRequest.Platform.allCases {
            for _ in 0..<Int.random(in: 0..<6, using: &generator) {
                let build = Int.random(in: 1...3, using: &generator)
                let name = Self.randomText(&generator)
                document[platform, build, name] = Self.randomValue(&generator, depth: 3)
            }
        }
        #expect(try throughYAML(document) == document, "\(String(decoding: document.json.encoded, as: UTF8.self))")
    }

    @Test(
        "numbers keep their spelling",
        arguments: ["1.0", "1e3", "-0", "1E+2", "0.10", "123456789012345678901234567890"]
    )
    func numbers(text: String) throws {
        var document = SettingsDocument()
        document[.android, 3, "x"] = .number(text)
        #expect(try throughYAML(document)[.android, 3, "x"] == .number(text))
    }

    @Test("YAML written by a person is read: plain texts, comments, no anchors, any indentation")
    func handWritten() throws {
        let text = """
            # reviewed
            platforms:
              android: []
              ios:
                - starting_build: 12   # the new radio
                  settings:
                    support_email: help@example.org
                    support_phone: ~
                    countries: {en: {NO: Norway}, no: {NO: 'Norge'}}
            """
        let document = try AppSettingsFile.parse(Array(text.utf8))
        #expect(document[.iOS, 12, "support_email"] == "help@example.org")
        #expect(document[.iOS, 12, "support_phone"] == .null)
        #expect(document[.iOS, 12, "countries"] == ["en": ["NO": "Norway"], "no": ["NO": "Norge"]])
    }

    @Test(
        "other files are refused with an explanation",
        arguments: [
            "", "   ", "a", "[]", "{", "{}", "platforms: 7", "platforms:\n  ios: []",
            "platforms:\n  ios: []\n  ios: []",
            "\t- a", "platforms: {ios: [], android: [], windows: []}", "platforms: {ios: [], android: []}\nother: 1",
            "platforms: {ios: [{starting_build: 0, settings: {}}], android: []}",
            "platforms: {ios: [{starting_build: '1', settings: {}}], android: []}",
            "platforms: {ios: [{starting_build: 1, settings: {a: 1, a: 2}}], android: []}",
            "platforms: {ios: [{starting_build: 1, settings: {a: 1}}, {starting_build: 1, settings: {a: 1}}], android: []}",
            "platforms: {ios: [], android: []}\n---\nplatforms: {ios: [], android: []}",
            "{\"platforms\":{\"ios\":[],\"android\":[]}", "? [a]\n: b",
        ]
    )
    func refused(text: String) {
        #expect(throws: SettingsRefusal.self) { try AppSettingsFile.parse(Array(text.utf8)) }
    }

    @Test("aliases are refused before they expand, and their signs are read in texts")
    func aliases() throws {
        #expect(throws: SettingsRefusal.self) {
            try AppSettingsFile.parse(Array("platforms: {ios: &a [], android: *a}".utf8))
        }
        // Each line contains the one before ten times. A reader that used it as a key would walk through all of it.
        let lines = (1...40).map { "- &a\($0) [\(String(repeating: "*a\($0 - 1),", count: 10))]" }
        let growing = "- &a0 [x]\n" + lines.joined(separator: "\n") + "\n- {? *a40 : 1}\n"
        #expect(throws: SettingsRefusal.self) { try AppSettingsFile.parse(Array(growing.utf8)) }
        let text = "platforms: {ios: [{starting_build: 1, settings: {a: 'R&D, 2*3'}}], android: []}"
        #expect(try AppSettingsFile.parse(Array(text.utf8))[.iOS, 1, "a"] == "R&D, 2*3")
    }

    @Test("a file with invalid UTF-8 or of more than one mebibyte is refused, one at the limit is read")
    func sizes() throws {
        #expect(throws: SettingsRefusal.self) { try AppSettingsFile.parse([0xFF, 0xFE, 0x41]) }
        let empty = Array("platforms: {ios: [], android: []}\n".utf8)
        let padding = Array(repeating: UInt8(ascii: "\n"), count: 1_048_576 - empty.count)
        #expect(try AppSettingsFile.parse(empty + padding) == SettingsDocument())
        #expect(throws: SettingsRefusal.self) { try AppSettingsFile.parse(empty + padding + [10]) }
    }

    private static func randomValue(_ generator: inout SeededGenerator, depth: Int) -> JSONValue {
        switch Int.random(in: 0..<(depth == 0 ? 4 : 6), using: &generator) {
        case 0: .null
        case 1: .boolean(Bool.random(using: &generator))
        case 2: .number(["0", "-7", "1.50", "2e9"].randomElement(using: &generator) ?? "0")
        case 3: .string(randomText(&generator))
        case 4:
            .array(
                (0..<Int.random(in: 0..<4, using: &generator)).map { _ in randomValue(&generator, depth: depth - 1) }
            )
        default:
            .object(
                Set((0..<Int.random(in: 0..<4, using: &generator)).map { _ in randomText(&generator) }).sorted().map {
                    .init(name: $0, value: randomValue(&generator, depth: depth - 1))
                }
            )
        }
    }

    private static func randomText(_ generator: inout SeededGenerator) -> String {
        let characters = Array("aZ0 :#-'\"\\\n\t,[]{}&*!|>%@`~?=é👍\u{85}\u{0}\u{1f}")
        return String(
            (0..<Int.random(in: 0..<12, using: &generator)).compactMap { _ in
                characters.randomElement(using: &generator)
            }
        )
    }
}
