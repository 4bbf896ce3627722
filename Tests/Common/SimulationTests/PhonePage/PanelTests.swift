import ExposurePrimitives
import Localisation
import PageTesting
import PhonePageTesting
import Testing
import WebPages

@testable import PhonePage

@Suite("The panel for testers")
struct PanelTests {
    private func panel(with text: String, in language: Language, isMoving: Bool = false) -> PanelView {
        let request = RecordedRequest(
            time: UnixTime(0),
            method: text,
            path: text,
            sent: 1,
            status: 200,
            received: 2,
            description: RequestDescription(purpose: nil, isDummy: true)
        )
        let clients = [TrialCast.diary(), TrialCast.ledger()]
        return PanelView(
            language: language,
            platform: .android,
            now: UnixTime(0),
            progress: isMoving ? ClockMove.Progress(unit: .day, number: 3, count: 14) : nil,
            hasMoveFailed: !isMoving,
            others: [text],
            hasAuthority: false,
            lastMeeting: SimulatedPhone.Meeting(name: text, minutes: 3, packets: 4),
            isNew: true,
            system: SystemState(language: "en"),
            clients: clients.map { client in
                PanelView.Client(
                    host: client,
                    kit: PanelKit(language, ClientField(client.id, among: clients)),
                    hasFramework: true,
                    cards: [],
                    requests: [request]
                )
            }
        )
    }

    private func shape(with text: String, in language: Language) throws -> [String] {
        try PageReader.read(panel(with: text, in: language).html.bytes).flatMap(\.shape)
    }

    @Test("shows how far the clock has come, and that phones cannot meet meanwhile")
    func moving() {
        let page = String(decoding: panel(with: "Anna", in: .english, isMoving: true).html.bytes, as: UTF8.self)
        #expect(page.contains("The clock is moving: day 3 of 14"))
        #expect(page.contains(#"id="meet" disabled"#))
        let still = String(decoding: panel(with: "Anna", in: .english).html.bytes, as: UTF8.self)
        #expect(still.contains("The clock could not be moved."))
        #expect(!still.contains("disabled"))
    }

    @Test("has the same structure, whatever names and addresses it shows", arguments: Language.allCases)
    func escapes(language: Language) throws {
        let harmless = try shape(with: "Anna", in: language)
        #expect(harmless.count > 100)
        for text in [#""><script>alert(1)</script>"#, "</select></aside>", "'&<\u{0}", "\" onclick=\"x"] {
            #expect(try shape(with: text, in: language) == harmless)
        }
    }

    private static let phrases: [PanelPhrase] = [
        .phone(of: "771"), .now("772"), .hours(1), .hours(773), .days(1), .days(774),
        .met("775", minutes: 776, packets: 777), .hourPasses(778, count: 779), .dayPasses(781, count: 782),
    ]

    private static let texts =
        TextSample.all(of: PanelText.self, limit: 140) + TextSample.all(of: MishapText.self, limit: 140)
        + TextSample.all(of: RequestText.self, limit: 140)
        + phrases.map { TextSample("PanelPhrase.\($0)", $0.localised, limit: 140) }

    @Test("has every text in all languages", arguments: texts)
    func rules(sample: TextSample) {
        #expect(TextRules(sameWords: ["Bluetooth", "Minutes"]).violations(of: sample) == [])
    }

    @Test("contains the same facts in each language")
    func facts() {
        let facts = [
            ["771"], ["772"], ["1"], ["773"], ["1"], ["774"], ["775", "776", "777"], ["778", "779"], ["781", "782"],
        ]
        for (phrase, facts) in zip(Self.phrases, facts) {
            for language in Language.allCases {
                #expect(facts.allSatisfy { phrase.text(in: language).contains($0) })
            }
        }
        #expect(Set(Self.phrases.map(\.kind)) == Set(PanelPhrase.Kind.allCases))
    }
}

extension PanelPhrase {
    /// A new case does not compile until it has a kind, and a kind without a sample fails.
    fileprivate enum Kind: CaseIterable {
        case phone, now, hours, days, hourPasses, dayPasses, met
    }

    fileprivate var kind: Kind {
        switch self {
        case .phone: .phone
        case .now: .now
        case .hours: .hours
        case .days: .days
        case .hourPasses: .hourPasses
        case .dayPasses: .dayPasses
        case .met: .met
        }
    }
}
