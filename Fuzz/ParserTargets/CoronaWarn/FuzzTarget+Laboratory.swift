import CoronaWarnAPI
import ExposurePrimitives
import LaboratoryFiles

extension FuzzTarget {
    /// A laboratory's file of results; the first byte chooses the kind of tests.
    static let laboratory = FuzzTarget(
        "laboratory",
        maxSize: 4096,
        words: [
            "code", "result", "birth_date", "sampled_at", "kind", "positive", "negative", "quicktest", "pocnat", "\"\"",
            "\u{FEFF}", "2026-11-20T08:30:00Z",
        ],
        seeds: {
            let code = "E1277F-E1277F24-4AD2-40BC-AFF8-CBCCCD893E4B"
            let hash = String(repeating: "0f", count: 32)
            let files: [(UInt8, String)] = [
                (0, "code,result,birth_date\n\(code),positive,2000-01-01\n\(code),1,\nx,y,z\n"),
                (1, "\u{FEFF}result;code\r\n6;\(hash)\r\n"),
                (2, "kind\tcode\tresult\npocnat\t\"\(hash)\"\tpending\n"),
                (0, "code,result,sampled_at\nhttps://localhost/?\(code),\"invalid\",2020-06-13T08:30+01:00\n"),
            ]
            return files.map { [$0] + Array($1.utf8) }
        },
        check: { bytes in
            guard let (choice, rest) = bytes.choice(among: TestKind.allCases.count),
                let file = try? ResultFile(parsing: rest, kind: TestKind.allCases[choice], now: FuzzMoment.now)
            else {
                return false
            }
            let lines = rest.count { $0 == UInt8(ascii: "\n") } + 1
            try require(file.lines.allSatisfy { (2...max(2, lines)).contains($0.number) }, "a line has a wrong number")
            for message in ResultMessage.messages(of: file.good, maxCount: 10) {
                let count = message.results.reduce(0) { $0 + $1.result.identifiers.count }
                let read = try ResultBatch(parsing: message.exposedBody(laboratoryID: nil), kind: message.kind)
                try require(read.results.count == count && count <= 10, "the server reads another message")
            }
            return true
        }
    )
}
