import ExposurePrimitives
import ExposureTesting
import Foundation
import ImmuniAPI
import ImmuniServing
import Localisation
import OperatorStores
import PortalTesting
import SQLiteTesting
import ServiceTesting
import Testing

@testable import ImmuniPortal

@Suite("Authorising a code on the operators' page")
struct AuthoriseTests {
    private static let until = PortalBench.noon.advanced(bySeconds: 150)
    private let sample: SamplePortal
    /// Anna's, who is signed in. The OTP Service authorises every code.
    private let browser: PortalBrowser

    init() async throws {
        sample = try await SamplePortal()
        browser = try await sample.signedIn()
        sample.authority.answer(.authorised(until: Self.until))
    }

    private func post(_ code: String = "9K2RAY8UUQ", _ day: String = "2020-07-05") async throws -> Shown {
        try await browser.post("/portal", ["code": code, "day": day])
    }

    @Test("an authorised code shows its remaining time")
    func authorises() async throws {
        let answer = try await post()
        #expect(answer.status == 303)
        #expect(answer.location == "/portal/authorised")
        #expect(sample.authority.asked.map(\.description) == ["2020-07-05"])
        for (second, shown) in [(0, "2:30"), (1, "2:29"), (149, "0:01")] as [(Int64, String)] {
            sample.clock.set(PortalBench.noon.advanced(bySeconds: second))
            let page = try await browser.get("/portal/authorised").text
            #expect(page.contains(">\(shown)<"), "after \(second) s")
            #expect(page.contains("<noscript><meta http-equiv=\"refresh\""))
        }
        sample.clock.set(Self.until)
        let over = try await browser.get("/portal/authorised").text
        #expect(over.contains("<h1>The time is over</h1>") && !over.contains("The code is authorised"))
        #expect(!over.contains("refresh"))
        #expect(try await sample.bench.events.suffix(2) == [.authorising, .authorised])
    }

    @Test("before the first code no time is shown")
    func noTime() async throws {
        #expect(try await browser.get("/portal/authorised").location == "/portal")
    }

    @Test(
        "small letters, spaces and hyphens are accepted, and days in common spellings",
        arguments: [
            ("9k2 ray8 uuq", "2020-07-05"), (" 9K2-RAY8-UUQ ", "05/07/2020"), ("9K2\u{A0}RAY8\tUUQ", "5.7.2020"),
            ("9K2RAY8UUQ", " 5 / 7 / 2020"), ("9k2ray8uuq", "5-7-2020"),
        ]
    )
    func forgives(code: String, day: String) async throws {
        #expect(try await post(code, day).status == 303)
        #expect(sample.authority.asked.map(\.description) == ["2020-07-05"])
    }

    @Test(
        "a faulty code is explained, and the OTP Service is not asked",
        arguments: [
            ("", "Type the code."), ("  -", "Type the code."), ("9K2RAY8UU", "you typed 9"),
            ("9K2RAY8UUQQ", "you typed 11"), ("9K2RAY8UUA", "The check digit is wrong"),
            ("9K2RAN8UUQ", "“N” is never part of a code"), ("9K2RA", "you typed 5"),
            ("0K2RAY8UUQ", "“0” is never part"), ("9K2RAY8UU<", "“&lt;” is never part"),
            ("9K2RAY8UUÀ", "“À” is never part"), ("b", "“B” is never part"),
        ]
    )
    func wrongCodes(code: String, said: String) async throws {
        let answer = try await post(code)
        #expect(answer.status == 422)
        #expect(answer.text.contains(said))
        #expect(answer.text.contains("Nothing has been authorised yet."))
        #expect(answer.text.contains(#"value="2020-07-05""#), "the day stays")
        #expect(answer.text.contains(#"aria-invalid="true""#))
        #expect(sample.authority.asked.isEmpty)
        #expect(try await sample.bench.events.last == .signedIn)
    }

    @Test(
        "days from 180 days ago until the authority's today are accepted, and no others",
        arguments: [
            ("2020-07-08", true), ("2020-07-09", false), ("2020-01-10", true), ("2020-01-09", false), ("", false),
            ("2020-02-30", false), ("yesterday", false), ("07/2020", false), ("1/2/3/4", false),
        ]
    )
    func days(day: String, isTaken: Bool) async throws {
        #expect(try await post("9K2RAY8UUQ", day).status == (isTaken ? 303 : 422))
        #expect(sample.authority.asked.count == (isTaken ? 1 : 0))
    }

    @Test("a live code, a used one and a server that does not answer have different messages")
    func outcomes() async throws {
        for (outcome, status, said) in [
            (OTPAuthorisationOutcome.live, 409, "is authorised already"), (.used, 409, "This code was already used"),
            (nil, 503, "could not confirm"),
        ] {
            sample.authority.answer(outcome)
            let answer = try await post()
            #expect(answer.status == status)
            #expect(answer.text.contains(said))
            #expect(outcome != nil || answer.text.contains("9K2RAY8UUQ"), "to be tried again")
        }
        let events = try await sample.bench.events.suffix(5)
        #expect(events == [.authorising, .notAuthorised, .authorising, .notAuthorised, .authorising])
        #expect(sample.log.contains("request-failed"))
        #expect(!sample.log.contains("9K2RAY8UUQ"))
    }

    @Test(
        "if the audit log fails, the page claims neither success nor failure, and keeps the input",
        arguments: [0, 1, 2]
    )
    func unnoted(writes: Int) async throws {
        sample.bench.database.refuseWrites(after: writes + 1)
        let answer = try await post()
        #expect(answer.status == 503)
        #expect(answer.text.contains("could not confirm") && answer.text.contains("9K2RAY8UUQ"))
        #expect(sample.authority.asked.count == (writes == 0 ? 0 : 1), "no authorisation without a line")
    }

    @Test("a form that was sent twice shows the time of the first")
    func twice() async throws {
        sample.authority.answer(.live)
        #expect(try await !post().text.contains("/portal/authorised"))
        sample.authority.answer(.authorised(until: Self.until))
        _ = try await post()
        sample.authority.answer(.live)
        #expect(try await post().text.contains(#"<a href="/portal/authorised">"#))
        sample.clock.set(Self.until)
        #expect(try await !post().text.contains("/portal/authorised"))
    }

    @Test("another page opened at the same time does not lose the code's time")
    func concurrentLook() async throws {
        sample.authority.beforeAnswering { _ = try await browser.get("/portal/password") }
        _ = try await post()
        _ = try await browser.get("/portal/password")
        #expect(try await browser.get("/portal/authorised").text.contains(">2:30<"))
    }

    @Test("the time of a code is shown to the session that authorised it, and to no other")
    func ownTime() async throws {
        let bruno = try await sample.signedIn("bruno")
        _ = try await post()
        #expect(try await bruno.get("/portal/authorised").location == "/portal")
    }

    @Test("every page is in the operator's language", arguments: Language.allCases)
    func languages(language: Language) async throws {
        let page = try await browser.get("/portal", query: [("lang", language.tag)])
        #expect(page.text.contains("<html lang=\"\(language.tag)\">"))
        #expect(page.text.contains(CodeText.authoriseTitle.text(in: language)))
        #expect(page.text.contains(CodeText.site.text(in: language)))
        let answer = try await post("")
        #expect(answer.text.contains(CodeText.codeMissing.text(in: language)), "the choice is remembered")
    }

    @Test("role, section and events have the names that databases of release 0.1 hold or get")
    func storedNames() async throws {
        #expect(sample.section.name == "codes")
        #expect(sample.section.roles.map(\.rawValue) == ["health-worker"])
        #expect(Set(sample.section.events.map(\.rawValue)) == ["authorising", "authorised", "not-authorised"])
    }

    @Test("the script gets the alphabet and the check digit's values of the rule")
    func checkDigit() async throws {
        let page = try await browser.get("/portal").text
        #expect(page.contains(#"data-alphabet="AEFHIJKLQRSUWXYZ123456789""#))
        func values(_ name: String) throws -> [Int] {
            let start = try #require(page.range(of: "data-\(name)=\"")).upperBound
            return page[start...].prefix { $0 != "\"" }.split(separator: " ").compactMap { Int($0) }
        }
        let (odd, even) = (try values("odd"), try values("even"))
        // The rule as the script has it, on codes that the phone makes.
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<100 {
            let code = Array(OneTimePassword.generate(using: &generator).exposedText.utf8)
            let indexes = code.compactMap { OneTimePassword.alphabet.firstIndex(of: $0) }
            let sum = indexes.dropLast().enumerated().reduce(0) { sum, place in
                sum + (place.offset % 2 == 0 ? odd : even)[place.element]
            }
            #expect(indexes.last == sum % OneTimePassword.alphabet.count)
        }
    }
}
