import CoronaWarnAPI
import ExposurePrimitives
import Testing

@testable import LaboratoryFiles

@Suite("A laboratory's file of results")
struct ResultFileTests {
    private static let now = UnixTime(1_795_000_000)
    private static let guid = "E1277F-E1277F24-4AD2-40BC-AFF8-CBCCCD893E4B"
    private static let hash = "904df8da0abbc2eb6ef987a3080d63ebba8c86358b5de65c78d787cec56e28e6"

    private func file(_ text: String, kind: TestKind = .pcr, stacks: Set<TestIdentifier>? = nil) throws -> ResultFile {
        try ResultFile(parsing: Array(text.utf8), kind: kind, stacks: stacks, now: Self.now)
    }

    private func problem(_ header: String, _ line: String, kind: TestKind = .pcr) throws -> LineProblem? {
        try file(header + "\n" + line, kind: kind).problems[2]
    }

    @Test("a code is hashed as the contract's vectors say, also with a birth date")
    func vectors() throws {
        let results = try file(
            """
            code,result,birth_date
            \(Self.guid),negative,2000-01-01
            F1EE0D-F1EE0D4D-4346-4B63-B9CF-1522D9200915,positive,1995-06-07
            """
        ).good
        #expect(
            results.map { $0.result.identifiers.map(\.exposedText) } == [
                [Self.hash, "xfa760e171f000ef5a7f863ab180f6f6e8185c4890224550395281d839d85458"],
                [
                    "f12132974c596512116c336d00a79bf85872a94286145a57e9ec0b87577a2deb",
                    "x4a7788ef394bc7d52112014b127fe2bf142c51fe1bbb385214280e9db670193",
                ],
            ]
        )
        #expect(results.map(\.result.code.code) == [1, 2] && results.map(\.line) == [2, 3])
    }

    @Test(
        "separators, quotation marks, line ends and a byte order mark of spreadsheets are read",
        arguments: [
            "code,result\nGUID,positive\n", "code;result\r\nGUID;positive\r\n", "\u{FEFF}CODE\tResult\nGUID\tPOSITIVE",
            "\"code\",\"result\"\n\"GUID\" , \"positive\"\n\n\n", " code , result \n GUID , positive ",
            "result,code\n2,https://localhost/?GUID",
        ]
    )
    func forms(text: String) throws {
        let file = try file(text.replacing("GUID", with: Self.guid))
        #expect(file.good.map { $0.result.identifiers.map(\.exposedText) } == [[Self.hash]])
        #expect(file.good.first?.result.code.code == 2 && file.problems.isEmpty)
    }

    @Test("a missing quotation mark spoils one line")
    func quotationMarks() throws {
        let other = "F1EE0D-F1EE0D4D-4346-4B63-B9CF-1522D9200915"
        let file = try file("code,result\n\"\(Self.guid),positive\n\(other),\"neg\"\"ative\"\n\(other),negative")
        #expect(file.problems == [2: .malformed, 3: .result] && file.good.map(\.line) == [4])
    }

    @Test("each wrong field has its problem")
    func problems() throws {
        let header = "code,result,birth_date,sampled_at,kind"
        let cases: [(String, LineProblem?)] = [
            ("\(Self.guid),positive,,,", nil), ("\(Self.guid),positive,,", .malformed),
            ("\(Self.guid),positive,,,,", .malformed), ("\(Self.guid.dropLast()),positive,,,", .code),
            (",positive,,,", .code), ("\(Self.hash),positive,,,", .code), ("\(Self.guid),pending,,,", .result),
            ("\(Self.guid),,,,", .result), ("\(Self.guid),4,,,", .result), ("\(Self.guid),6,,,", .result),
            ("\(Self.guid),3,,,", nil), ("\(Self.guid),1,1900-01-01,,", nil),
            ("\(Self.guid),1,1899-12-31,,", .birthDate),
            ("\(Self.guid),1,01.01.2000,,", .birthDate), ("\(Self.guid),1,2026-11-18,,", nil),
            ("\(Self.guid),1,2026-11-19,,", .birthDate), ("\(Self.guid),1,,soon,", .sampleTime),
            ("\(Self.guid),1,,,blood", .unknownKind), ("\(Self.guid),6,,,quicktest", .rapidCode),
            ("\(Self.hash),6,,,quicktest", nil), ("\(Self.hash),pending,,,PocNat", nil),
            ("\(Self.hash),6,2000-01-01,,quicktest", .birthDateOfRapidTest), ("\(Self.hash),1,,,pocnat", .result),
            ("x\(Self.hash.dropFirst()),6,,,quicktest", .rapidCode),
        ]
        for (line, expected) in cases {
            #expect(try problem(header, line) == expected, "\(line)")
        }
    }

    @Test("samples are at most an hour in the future, because clocks differ")
    func samples() throws {
        let cases: [(String, LineProblem?)] = [
            ("\(Self.now.advanced(bySeconds: 3600))", nil), ("\(Self.now.advanced(bySeconds: 3601))", .sampleInFuture),
            ("1969-12-31T23:59:59Z", .sampleTime),
        ]
        for (time, expected) in cases {
            #expect(try problem("code,result,sampled_at", "\(Self.guid),positive,\(time)") == expected)
        }
    }

    @Test("a rapid test's hash is sent exactly as scanned")
    func rapidTests() throws {
        let upper = Self.hash.uppercased()
        let results = try file("code,result\n\(upper),positive", kind: .rapid).good
        #expect(results.first?.result.identifiers.map(\.exposedText) == [upper] && results.first?.result.code.code == 7)
    }

    @Test("the second line about a test is bad")
    func repetitions() throws {
        let file = try file("code,result\n\(Self.guid),positive\nx,1\n\(Self.guid),negative")
        #expect(file.problems == [3: .code, 4: .repeats(line: 2)])
    }

    @Test("with manifests, a strange code is bad")
    func stacks() throws {
        let own = try #require(TestIdentifier(code: Self.hash))
        #expect(try file("code,result\n\(Self.guid),1", stacks: [own]).problems.isEmpty)
        #expect(try file("code,result\n\(Self.guid),1", stacks: []).problems == [2: .notInStacks])
    }

    @Test(
        "without the names of the columns nothing is read",
        arguments: ["", "\n", "GUID,positive", "code", "code,result,code", "code,result,name", "code,\"result"]
    )
    func columns(text: String) { #expect(throws: ResultFileError.noColumns) { try file(text) } }

    @Test("a file may have 100 000 lines and 16 MiB")
    func limits() throws {
        let lines = String(repeating: "x,1\n", count: ResultFile.maxLines - 1)
        #expect(try file("code,result\n" + lines).problems.count == ResultFile.maxLines - 1)
        #expect(throws: ResultFileError.tooManyLines) { try file("code,result\n" + lines + "x,1") }
        let long = "code,result\n" + String(repeating: " ", count: ResultFile.maxSize - 12)
        #expect(try file(long).lines.isEmpty)
        #expect(throws: ResultFileError.tooLarge) { try file(long + " ") }
    }

    @Test("nothing of a code is in a description, a problem or an error")
    func secrecy() throws {
        let file = try file("code,result\n\(Self.guid),positive\n\(Self.guid)7,negative")
        var shown = "\(file)"
        dump(file, to: &shown)
        shown += file.problems.values.map(\.description).joined()
        #expect(!shown.contains("E1277F") && !shown.contains(Self.hash))
    }
}

@Suite("The time of a sample")
struct SampleTimeTests {
    @Test(
        "offsets, and times without seconds",
        arguments: [
            ("2026-11-20T08:30:00Z", 30_600), ("2026-11-20T08:30Z", 30_600), ("2026-11-20 09:30:01+01:00", 30_601),
            ("2026-11-20T00:00:59-02:30", 9059),
        ]
    )
    func accepted(text: String, second: Int64) throws {
        let day = try #require(CalendarDay(iso: "2026-11-20"))
        #expect(SampleTime.read(text) == day.startInUTC.advanced(bySeconds: second))
    }

    @Test(
        "everything else",
        arguments: [
            "", "2026-11-20", "2026-11-20T08:30:00", "2026-11-20T24:00Z", "2026-11-20T08:60Z", "2026-11-20T08:30:60Z",
            "2026-11-31T08:30Z", "2026-11-20T8:30Z", "2026-11-20T08:30:0Z", "2026-11-20T08:30:00+0100",
            "2026-11-20T08:30:00Zz", "2026-11-20x08:30Z", "2026-11-20T08:30+1:00",
        ]
    )
    func refused(text: String) { #expect(SampleTime.read(text) == nil) }
}
