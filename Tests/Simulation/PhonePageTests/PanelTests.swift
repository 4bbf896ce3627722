import ExposurePrimitives
import ImmuniAPI
import Localisation
import PageTesting
import Testing
import WebPages

@testable import PhonePage

@Suite("The panel for testers")
struct PanelTests {
    private func shape(with text: String, in language: Language) throws -> [String] {
        let request = RecordedRequest(
            time: UnixTime(0),
            method: text,
            path: text,
            sent: 1,
            status: 200,
            received: 2,
            isDummy: true
        )
        let panel = PanelView(
            language: language,
            platform: .android,
            now: UnixTime(0),
            others: [text],
            hasAuthority: false,
            lastMeeting: SimulatedPhone.Meeting(name: text, minutes: 3, packets: 4),
            system: SystemState(language: "en"),
            requests: [request]
        )
        return try PageReader.read(panel.html.bytes).flatMap(\.shape)
    }

    @Test("is made of the same whatever names and addresses it shows", arguments: Language.allCases)
    func escapes(language: Language) throws {
        let harmless = try shape(with: "Anna", in: language)
        #expect(harmless.count > 100)
        for text in [#""><script>alert(1)</script>"#, "</select></aside>", "'&<\u{0}", "\" onclick=\"x"] {
            #expect(try shape(with: text, in: language) == harmless)
        }
    }

    private static let phrases: [PanelPhrase] = [
        .phone(of: "771"), .now("772"), .hours(1), .hours(773), .days(1), .days(774),
        .met("775", minutes: 776, packets: 777),
    ]
    private static let purposes = RecordedRequest.Purpose.allCases.map { PanelPhrase.purpose($0) }

    private static let texts =
        TextSample.all(of: PanelText.self, limit: 140)
        + (phrases + purposes).map { TextSample("PanelPhrase.\($0)", $0.localised, limit: 140) }

    @Test("speaks all languages", arguments: texts)
    func rules(sample: TextSample) {
        #expect(TextRules(sameWords: ["Bluetooth", "Minutes"]).violations(of: sample) == [])
    }

    @Test("names the same facts in each language")
    func facts() {
        for (phrase, facts) in zip(
            Self.phrases,
            [["771"], ["772"], ["1"], ["773"], ["1"], ["774"], ["775", "776", "777"]]
        ) {
            for language in Language.allCases {
                #expect(facts.allSatisfy { phrase.text(in: language).contains($0) })
            }
        }
        #expect(Set((Self.phrases + Self.purposes).map(\.kind)) == Set(PanelPhrase.Kind.allCases))
    }
}

extension PanelPhrase {
    /// A new case does not compile until it has a kind, and a kind without a sample fails.
    fileprivate enum Kind: CaseIterable {
        case phone, now, hours, days, met, purpose
    }

    fileprivate var kind: Kind {
        switch self {
        case .phone: .phone
        case .now: .now
        case .hours: .hours
        case .days: .days
        case .met: .met
        case .purpose: .purpose
        }
    }
}
