import CoronaWarnAPI
import ExposureTesting
import Testing

@Suite("What a code says about the onset of symptoms")
struct OnsetMeaningTests {
    @Test(
        "each range has an edge on both sides",
        arguments: [
            (-14, OnsetMeaning.onset(days: -14)), (14, .onset(days: 14)), (0, .onset(days: 0)),
            (86, .range(length: 1, daysSinceEnd: -14)), (114, .range(length: 1, daysSinceEnd: 14)),
            (1886, .range(length: 19, daysSinceEnd: -14)), (1914, .range(length: 19, daysSinceEnd: 14)),
            (1986, .unknownOnset(daysSinceSubmission: -14)), (2014, .unknownOnset(daysSinceSubmission: 14)),
            (2986, .noSymptoms(daysSinceSubmission: -14)), (3014, .noSymptoms(daysSinceSubmission: 14)),
            (3986, .unknownSymptoms(daysSinceSubmission: -14)), (4014, .unknownSymptoms(daysSinceSubmission: 14)),
        ]
    )
    func edges(code: Int, meaning: OnsetMeaning) {
        #expect(OnsetMeaning(code: code) == meaning)
        #expect(meaning.code == code)
        let hundreds = (Double(code) / 100).rounded() * 100
        let outside = Double(code) < hundreds ? code - 1 : code + 1
        if code != 0 {
            #expect(OnsetMeaning(code: outside) == nil, "beside \(code)")
        }
    }

    @Test("every other number is no code")
    func others() {
        let codes = (-5000...5000).filter { OnsetMeaning(code: $0) != nil }
        #expect(codes.count == 29 * 23)
        #expect(codes.map { OnsetMeaning(code: $0)?.code } == codes)
        for code in [Int(Int32.min), -100, 50, 2100, 2500, 3500, 4100, Int(Int32.max)] {
            #expect(OnsetMeaning(code: code) == nil)
        }
    }
}

@Suite("Codes of another system", .needsForeignVectors)
struct ForeignOnsetTests {
    private struct Vectors: Decodable {
        struct Filter: Decodable {
            let defaultDropBelow: Int
            let cases: [Case]
        }
        struct Case: Decodable {
            let dsos: Int?
            let dropped: Bool
        }
        struct Mapping: Decodable {
            let keyDayMinusSubmissionDay: Int
            let expected: Int
        }
        let filter: Filter
        let defaultMapping: [Mapping]
    }

    @Test("days since the onset are counted as there")
    func days() throws {
        let vectors = try ForeignVectors.decode(Vectors.self, from: "dp3t_efgs.json")
        #expect(vectors.filter.cases.count > 30)
        for each in vectors.filter.cases where each.dsos != nil {
            let code = try #require(each.dsos)
            let meaning = try #require(OnsetMeaning(code: code))
            #expect((meaning.days < vectors.filter.defaultDropBelow) == each.dropped, "\(code)")
        }
    }

    @Test("a key without a code counts from its submission")
    func submissions() throws {
        let vectors = try ForeignVectors.decode(Vectors.self, from: "dp3t_efgs.json")
        #expect(!vectors.defaultMapping.isEmpty)
        for each in vectors.defaultMapping {
            #expect(OnsetMeaning.submitted(days: each.keyDayMinusSubmissionDay).code == each.expected)
        }
        #expect(OnsetMeaning.submitted(days: -15).code == 1986 && OnsetMeaning.submitted(days: 15).code == 2014)
    }
}
