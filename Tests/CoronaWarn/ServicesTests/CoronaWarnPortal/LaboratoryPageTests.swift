import CoronaWarnAPI
import CoronaWarnPorts
import ExposureTesting
import Foundation
import PortalTesting
import ServiceKit
import ServiceTesting
import Testing

@testable import CoronaWarnPortal

@Suite("Sending results on the operators' page")
struct LaboratoryPageTests {
    private let sample: SamplePortal
    private let luca: PortalBrowser

    init() async throws {
        sample = try await SamplePortal()
        luca = try await sample.signedIn("luca")
    }

    static let code = "E1277F-E1277F24-4AD2-40BC-AFF8-CBCCCD893E4B"
    static let path = "/portal/laboratory"

    private static func entry(
        _ code: String = code,
        _ result: String = "positive",
        kind: String = "pcr",
        birthDate: String = ""
    ) -> [String: String] {
        ["code": code, "result": result, "kind": kind, "birth-date": birthDate]
    }

    private func stored(_ identifier: String) async throws -> StoredTestResult {
        let identifier = try #require(TestIdentifier(codeOrBirthDate: identifier))
        return try await sample.results.result(of: identifier, now: sample.clock.now())
    }

    @Test(
        "a scanned or typed code is stored as the laboratory's, also with a birth date in common spellings",
        arguments: [(code, ""), ("https://localhost/?\(code)", "2000-01-01"), (" \(code) ", "1.1.2000")]
    )
    func one(code: String, birthDate: String) async throws {
        _ = try await luca.get(Self.path)
        let answer = try await luca.post(Self.path, Self.entry(code, birthDate: birthDate))
        #expect(answer.status == 303 && answer.location == "/portal/laboratory?stored=1")
        let result = try await stored("904df8da0abbc2eb6ef987a3080d63ebba8c86358b5de65c78d787cec56e28e6")
        #expect(result.owner == "lab-one" && result.code.code == 2)
        let other = try await stored("xfa760e171f000ef5a7f863ab180f6f6e8185c4890224550395281d839d85458")
        #expect((other.owner == "lab-one") == !birthDate.isEmpty)
        #expect(try await luca.get(Self.path, query: [("stored", "1")]).text.contains("The result is stored."))
        #expect(try await sample.events == ["results-sending", "results-stored"])
        #expect(!sample.log.contains("E1277F"))
        let count = "laboratory_results_total{kind=\"pcr\"} \(birthDate.isEmpty ? 1 : 2)\n"
        #expect(sample.metrics.prometheusText().contains(count))
    }

    private static let hash = String(repeating: "ab", count: 32)

    @Test(
        "a fault is shown at its field, and nothing is sent",
        arguments: [
            (entry("=HYPERLINK(1)"), "no code of a sheet"), (entry(""), "no code of a sheet"),
            (entry(hash), "no code of a sheet"), (entry(kind: "quicktest"), "no hash of a rapid test"),
            (entry(code, ""), "no such result"), (entry(code, "pending"), "no such result"),
            (entry(code, "redeemed"), "no such result"), (entry(code, "2,x"), "no such result"),
            (entry(birthDate: "2020-07-09"), "no past day"), (entry(birthDate: "1899-12-31"), "no past day"),
            (entry(birthDate: "yesterday"), "no past day"),
            (entry(hash, kind: "pocnat", birthDate: "2000-01-01"), "Only a PCR test"),
        ]
    )
    func faults(fields: [String: String], said: String) async throws {
        _ = try await luca.get(Self.path)
        let answer = try await luca.post(Self.path, fields)
        #expect(answer.status == 422 && answer.text.contains(said) && answer.text.contains("Nothing was sent yet."))
        #expect(try await sample.events.isEmpty)
    }

    @Test("the same result again is no error; another final result and another laboratory's test are refused")
    func conflicts() async throws {
        let mara = try await sample.signedIn("mara")
        _ = try await luca.get(Self.path)
        _ = try await mara.get(Self.path)
        for _ in 0..<2 {
            #expect(try await luca.post(Self.path, Self.entry()).status == 303)
        }
        for (browser, result) in [(luca, "negative"), (mara, "positive")] {
            let answer = try await browser.post(Self.path, Self.entry(Self.code, result))
            #expect(answer.status == 409 && answer.text.contains("another final result"))
        }
        #expect(try await sample.events.suffix(2) == ["results-sending", "results-refused"])
        // A repeated result counts, a refused one does not.
        #expect(sample.metrics.prometheusText().contains("laboratory_results_total{kind=\"pcr\"} 2\n"))
    }

    @Test("an account without a laboratory, and other roles, send nothing")
    func strangers() async throws {
        for name in ["nina", "anna", "bruno", "carla"] {
            let browser = try await sample.signedIn(name)
            for page in [Self.path, "\(Self.path)/keys"] {
                #expect(try await browser.get(page).status == 403, "\(name) opens \(page)")
            }
            _ = try await browser.get("/portal/password")
            for page in ["", "/file", "/send", "/keys"] {
                let answer = try await browser.post(Self.path + page, Self.entry())
                #expect(answer.status == 403, "\(name) sends to \(page)")
            }
        }
        #expect(try await sample.events.isEmpty)
        #expect(try await luca.get("/portal/hotline").status == 403)
        #expect(try await luca.post("/portal/hotline", ["reason": "TEST"]).status == 403)
        #expect(try await luca.get("/portal").location == Self.path)
    }

    @Test("a laboratory that the authority blocked sends nothing, and gets no key")
    func blocked() async throws {
        #expect(try await luca.changeKey("create").once?.count == 43)
        _ = try await sample.keys.revoke("lab-one")
        _ = try await luca.get(Self.path)
        let answer = try await luca.post(Self.path, Self.entry())
        #expect(answer.status == 403 && answer.text.contains("The laboratory is blocked."))
        for (turn, change) in ["create", "rotate", "replace"].enumerated() {
            let refused = try await luca.changeKey(change, turn: "\(turn + 1)")
            #expect(refused.status == 409 && refused.once == nil, "\(change)")
            #expect(refused.text.contains("does not allow this"))
        }
        #expect(try await sample.keys.holder(named: "lab-one")?.isRevoked == true)
        #expect(try await !luca.get("\(Self.path)/keys").text.contains(#"name="change""#))
    }
}

@Suite("Sending a file of results on the operators' page")
struct LaboratoryFileTests {
    private let sample: SamplePortal
    private let luca: PortalBrowser

    init() async throws {
        sample = try await SamplePortal()
        luca = try await sample.signedIn("luca")
    }

    private static let path = "/portal/laboratory"

    private static func code(_ number: Int) -> String {
        "ABCDEF-ABCDEF00-0000-4000-8000-000000\(String(1_000_000 + number).dropFirst())"
    }

    private static func file(_ lines: [String]) -> [UInt8] {
        Array("code,result,birth_date\n\(lines.joined(separator: "\n"))".utf8)
    }

    private func preview(_ lines: [String], _ browser: PortalBrowser) async throws -> Shown {
        _ = try await browser.get(Self.path)
        return try await browser.upload("\(Self.path)/file", Self.file(lines))
    }

    private func send(_ page: Shown, _ browser: PortalBrowser) async throws -> Shown {
        try await browser.post("\(Self.path)/send", ["results": try #require(page.value(of: "results"))])
    }

    @Test("a preview tells what a file has and sends nothing; then the button sends it")
    func whole() async throws {
        let lines = (1...3).map { "\(Self.code($0)),\($0 == 3 ? "negative,2000-01-01" : "positive,")" }
        let page = try await preview(lines, luca)
        #expect(page.status == 200 && page.text.contains(#"<td>Positive</td><td class="number">2</td>"#))
        #expect(page.text.contains("Send all results (3)"))
        #expect(!page.text.contains("ABCDEF-"), "no code is on the page")
        #expect(try await sample.events.isEmpty)
        let sent = try await send(page, luca)
        #expect(sent.status == 200 && sent.text.contains("Stored results: 3."))
        #expect(try await send(page, luca).text.contains("Stored results: 3."), "a repetition changes nothing")
        #expect(try await sample.events.prefix(2) == ["results-sending", "results-stored"])
    }

    @Test("bad lines are named by their numbers, and the good ones are sent only when told")
    func badLines() async throws {
        let lines = [
            "\(Self.code(1)),positive,", "=cmd|'/c calc'!A1,positive,", "\(Self.code(2)),perhaps,",
            "\(Self.code(1)),negative,", "@SUM(1+1)", "\(Self.code(3)),positive,2030-01-01",
        ]
        let page = try await preview(lines, luca)
        #expect(page.status == 422)
        for (line, said) in [
            (3, "no code of a sheet"), (4, "no such result"), (5, "Line 2 is about the same test"),
            (6, "fields of the first line"), (7, "no past day"),
        ] {
            let row = page.text.components(separatedBy: "<td class=\"number\">\(line)</td><td>").last
            #expect(row?.prefix(80).contains(said) == true, "line \(line)")
        }
        for planted in ["cmd|", "@SUM", "perhaps", "2030"] {
            #expect(!page.text.contains(planted), "nothing of a line is shown")
        }
        #expect(page.text.contains("Lines that cannot be sent: 5."))
        #expect(page.text.contains("Send only the other results (1)"))
        #expect(try await sample.events.isEmpty)
        #expect(try await send(page, luca).text.contains("Stored results: 1."))
    }

    @Test("lines that the server refuses are named, and the rest of their message is offered again")
    func conflicts() async throws {
        let mara = try await sample.signedIn("mara")
        _ = try await send(preview(["\(Self.code(2)),negative,"], mara), mara)
        let sent = try await send(preview((1...3).map { "\(Self.code($0)),positive," }, luca), luca)
        #expect(sent.status == 409 && sent.text.contains("Stored results: 0. Refused lines: 1."))
        #expect(sent.text.contains(#"<td class="number">3</td><td>The server has another final result"#))
        #expect(sent.text.contains("Send only the other results (2)"))
        #expect(try await send(sent, luca).text.contains("Stored results: 2."))
    }

    @Test("a file has at most 1000 results", arguments: [1000, 1001])
    func limit(count: Int) async throws {
        let page = try await preview((1...count).map { "\(Self.code($0)),negative,2000-01-01" }, luca)
        #expect(page.status == (count == 1000 ? 200 : 422))
        guard count == 1000 else {
            #expect(page.text.contains("more than 1000 results"))
            return
        }
        let carried = try #require(page.value(of: "results"))
        #expect(carried.utf8.count < 180_000, "the form that sends it is within the server's limit of bodies")
        #expect(try await send(page, luca).text.contains("Stored results: 1000."))
    }

    @Test("a file that is none is refused in words", arguments: ["", "\n\n", "code\n", "code,result", "a,b\n1,2"])
    func noFile(text: String) async throws {
        _ = try await luca.get(Self.path)
        let answer = try await luca.upload("\(Self.path)/file", Array(text.utf8))
        #expect(answer.status == 422 && answer.text.contains(#"id="file-fault""#))
    }

    @Test("bytes that are no text are bad lines and harm nothing")
    func bytes() async throws {
        _ = try await luca.get(Self.path)
        let bytes = Array("code,result\n".utf8) + [0xFF, 0x00, 0x2C, 0x80, 0x0A]
        let answer = try await luca.upload("\(Self.path)/file", bytes, name: "\"; name=\"kind")
        #expect(answer.status == 422 && answer.text.contains("Lines that cannot be sent: 1."))
    }

    @Test(
        "carried results that no preview made are refused",
        arguments: ["", "x", "1_2__", "1_4__ab", "0_2__", "1_2_-5_", "1_2__=1", "..", "1_2__904d"]
    )
    func forged(text: String) async throws {
        _ = try await luca.get(Self.path)
        let answer = try await luca.post("\(Self.path)/send", ["results": text])
        #expect(answer.status == 400 && answer.text.contains("Nothing was sent."))
        #expect(try await sample.events.isEmpty)
    }
}
