import CoronaWarnAPI
import CoronaWarnClient
import ExposurePrimitives
import LaboratoryFiles

extension FuzzTarget {
    /// The text of a QR code that a phone scanned; the first byte chooses whether the person typed a birth date.
    static let scan = FuzzTarget(
        "scan",
        maxSize: 1200,
        words: ["https://localhost/?", "https://s.coronawarn.app?v=1#", "\"hash\":", "\"timestamp\":"],
        seeds: {
            let rapid = #"{"hash":"\#(String(repeating: "0f", count: 32))","timestamp":1618386548}"#
            let texts: [(UInt8, String)] = [
                (0, "https://localhost/?E1277F-E1277F24-4AD2-40BC-AFF8-CBCCCD893E4B"),
                (1, "https://localhost/?E1277F-E1277F24-4AD2-40BC-AFF8-CBCCCD893E4B"),
                (0, "https://s.coronawarn.app?v=1#\(Base64URL.encode(Array(rapid.utf8)))"),
            ]
            return texts.map { [$0] + Array($1.utf8) }
        },
        check: { bytes in
            guard let (choice, rest) = bytes.choice(among: 2) else {
                return false
            }
            let today = FuzzMoment.now.utcDay
            let birthDate = choice == 1 ? today.advanced(byDays: -12_000) : nil
            guard let test = try? ScannedTest(rest.text, birthDate: birthDate, today: today) else {
                return false
            }
            try require(rest.count <= ScannedTest.maxLength, "a text is longer than any code")
            try require(test.kind == .rapid || test.sampledAt == nil, "a laboratory's code has a time")
            try require(test.kind == .pcr || birthDate == nil, "a rapid test has a second birth date")
            return true
        }
    )

    /// The results that a page of the laboratory carries in a form.
    static let carriedResults = FuzzTarget(
        "carried-results",
        maxSize: 4096,
        words: ["_1__", "_2_1600000000_", "."],
        seeds: {
            let hash = String(repeating: "0f", count: 32)
            return ["2_1__\(hash)", "2_2_1600000000_\(hash)_x\(hash.dropFirst()).3_6__\(hash)"].map { Array($0.utf8) }
        },
        check: { bytes in
            guard let results = CarriedResults.results(in: bytes.text, maxCount: 20) else {
                return false
            }
            try require((1...20).contains(results.count), "there are more results than permitted")
            let again = CarriedResults.results(in: CarriedResults.exposedText(of: results), maxCount: 20)
            let isSame = again.map(CarriedResults.exposedText) == CarriedResults.exposedText(of: results)
            try require(isSame, "results read back otherwise")
            return true
        }
    )
}
