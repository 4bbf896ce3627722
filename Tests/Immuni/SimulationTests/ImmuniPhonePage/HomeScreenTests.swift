import ExposurePrimitives
import Foundation
import ImmuniAPI
import ImmuniClient
import ImmuniTexts
import Localisation
import PageTesting
import PhonePage
import Testing
import WebPages

@testable import ImmuniPhonePage

/// The words on the screens, beside the facts that they show. `StatementTests` of the mobile client list the states
/// with these facts.
@Suite("What screens say")
struct HomeScreenTests {
    /// Sentences that are true only in some states, by their distinctive words.
    private static let statements: [(name: String, text: Localised)] = [
        ("works", HomeText.working.localised), ("works in part", HomeText.limited.localised),
        ("does not work", HomeText.impaired.localised), ("is off", HomeText.switchedOff.localised),
        ("check failed", HomeText.checkFailed.localised), ("never checked", HomeText.neverChecked.localised),
        ("check at unknown time", HomeText.checkTimeUnknown.localised),
        ("nothing found", AppPhrase.foundNothing(moment: moment).localised),
        ("nothing found so far", AppPhrase.foundNothingSoFar(moment: moment).localised),
        ("last check", AppPhrase.lastChecked(moment: moment).localised), ("notice", NoticeText.riskTitle.localised),
        ("notice removed", NoticeText.dismissedTitle.localised), ("thanks", NoticeText.positiveTitle.localised),
        ("recovered", NoticeText.recovered.localised), ("unfinished upload", HomeText.unfinishedUpload.localised),
        ("no connection", AttemptText.noConnection.localised), ("wrong time", AttemptText.wrongTime.localised),
        ("no usable answer", AttemptText.noUsableAnswer.localised), ("prevented", AttemptText.phone.localised),
        ("data missing", HomeText.dataMissing.localised), ("tells by itself", HomeText.workingBody.localised),
        ("tells of no contacts", HomeText.notWarned.localised),
        ("asks to be opened", HomeText.workingBodyToBeOpened.localised),
    ]

    private static let moment = "04/10/2024 at 13:53"

    /// Each state of Home, and everything that it says.
    private static let table: [String: Set<String>] = [
        "home": ["works", "nothing found"],
        "home-to-be-opened": ["works", "nothing found", "asks to be opened"],
        "home-before-first-check": ["works", "never checked", "tells by itself"],
        "home-check-incomplete": ["works", "nothing found so far", "data missing"],
        "home-clock-set-back": ["works", "check at unknown time", "tells by itself"],
        "home-risk": ["notice", "last check"],
        "home-risk-off": ["notice", "is off", "last check"],
        "home-dismissed": ["notice removed", "works", "last check", "tells by itself"],
        "home-positive": ["thanks", "works", "last check", "tells of no contacts"],
        "home-recovered": ["recovered", "works", "last check", "tells by itself"],
        "home-off": ["is off", "last check"],
        "home-impaired": ["does not work", "last check"],
        "home-limited": ["works in part", "last check"],
        "home-unfinished": ["unfinished upload", "works", "nothing found"],
        "home-failed-noconnection": ["check failed", "no connection", "last check"],
        "home-failed-nousableanswer": ["check failed", "no usable answer", "last check"],
        "home-failed-wrongtime": ["check failed", "wrong time", "last check"],
        "home-failed-phone": ["check failed", "prevented", "last check"],
    ]

    /// The words of a screen, a week after its facts.
    private static func words(_ sample: SampleScreen, _ platform: SettingsRequest.Platform) throws -> String {
        let view = ScreenView(
            sample.screen,
            in: .english,
            ScreenFrame(
                platform: platform == .iOS ? .iOS : .android,
                now: UnixTime(1_728_050_000 + 7 * 86_400),
                at: .sample
            )
        )
        return try PageReader.read(view.section.bytes).map(\.words).joined(separator: " ")
    }

    @Test("Home says what is true in its state, and nothing else", arguments: [SettingsRequest.Platform.iOS, .android])
    func home(platform: SettingsRequest.Platform) throws {
        let samples = AppScreen.samples(on: platform).filter { $0.name.hasPrefix("home") }
        let names = Set(Self.table.keys).subtracting(platform == .iOS ? ["home-to-be-opened"] : [])
        #expect(Set(samples.map(\.name)) == names)
        for sample in samples {
            let words = try Self.words(sample, platform)
            let said = Self.statements.filter { words.contains($0.text[.english]) }.map(\.name)
            #expect(Set(said) == Self.table[sample.name], "\(sample.name)")
        }
    }

    @Test("the recap states the number of codes that the phone sends, and none if the phone does not state it")
    func recap() throws {
        for sample in AppScreen.samples(on: .iOS) {
            guard case .upload(let facts) = sample.screen, facts.phase == .recap || sample.name == "upload-service-off"
            else {
                continue
            }
            let words = try Self.words(sample, .iOS)
            #expect(words.contains(AppPhrase.keysToSend(count: 2).text(in: .english)) == (facts.content.keyCount == 2))
            #expect(!words.contains("14"))
        }
    }

    @Test(
        "an action that removes something asks for confirmation",
        arguments: [
            ("home-risk", "dismissNotice"), ("home-positive", "confirmRecovery"), ("settings", "service"),
            ("delete-data", "deleteEverything"),
        ]
    )
    func asking(name: String, verb: String) throws {
        let sample = try #require(AppScreen.samples(on: .iOS).first { $0.name == name })
        let view = ScreenView(sample.screen, in: .english, ScreenFrame(platform: .iOS, now: UnixTime(0), at: .sample))
        let page = String(decoding: view.section.bytes, as: UTF8.self)
        let parts = page.components(separatedBy: "name=\"do\" value=\"\(verb)\"")
        #expect(parts.count == 2, "one control does it")
        let before = parts[0].components(separatedBy: "<details").last ?? ""
        #expect(before.contains("id=\"ask-\(verb)\"") && !before.contains("</details>"), "it stands behind a question")
    }

    @Test("a check is described by the day in everyday words")
    func moments() {
        let check = UnixTime(1_795_255_200)
        let day: Int64 = 86_400
        func said(after seconds: Int64) -> String {
            AppPhrase.moment(check, now: check.advanced(bySeconds: seconds), in: .english)
        }
        #expect(said(after: 0) == "today at 10:00")
        #expect(said(after: 14 * 3600 - 1) == "today at 10:00")
        #expect(said(after: 14 * 3600) == "yesterday at 10:00")
        #expect(said(after: day + 14 * 3600) == "21/11/2026 at 10:00")
    }
}
