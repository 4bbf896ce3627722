import ImmuniAPI
import RiskModels
import Testing
import WireFormat

@testable import ImmuniAppConfiguration
@testable import SettingsDocuments

@Suite("Contradictions between settings")
struct SettingsContradictionTests {
    private func problems(_ changes: [String: JSONValue]) throws -> [String] {
        try SettingsSchema.problems(of: SettingsSchemaTests.demo(changes))
    }

    private func problems(exposure changes: [String: JSONValue]) throws -> [String] {
        try SettingsSchema.problems(of: SettingsSchemaTests.demo(exposure: changes))
    }

    @Test("a packet must hold the largest upload, to the byte", arguments: [(84, 600), (0, 0), (1, 600), (84, 0)])
    func packetSize(summaries: Int, infos: Int) throws {
        let needed = LargestUpload.packetSize(summaryCount: summaries, infoCount: infos)
        let limits: [String: JSONValue] = [
            "teks_max_summary_count": .integer(summaries), "teks_max_info_count": .integer(infos),
        ]
        #expect(try problems(limits.merging(["teks_packet_size": .integer(needed)]) { $1 }) == [])
        let small = try problems(limits.merging(["teks_packet_size": .integer(needed - 1)]) { $1 })
        #expect(small.count == 1)
        #expect(small.first?.contains("need \(needed) bytes") == true)
    }

    @Test("infos need summaries")
    func infosWithoutSummaries() throws {
        #expect(try problems(["teks_max_summary_count": 0]).count == 1)
        #expect(try problems(["teks_max_summary_count": 0, "teks_max_info_count": 0]) == [])
    }

    @Test("a rule of exposure windows is checked as a whole, and may be left out")
    func riskRule() throws {
        let published = try JSONValue(parsing: Array(RuleSet.coronaWarn.publishedConfiguration()))
        func rule(_ name: String, _ minutes: Double, _ more: [JSONValue.Member]) -> JSONValue {
            .object(
                [
                    JSONValue.Member(name: "name", value: .string(name)),
                    JSONValue.Member(name: "notify_from_minutes", value: .number("\(minutes)")),
                ] + more
            )
        }
        let parameters = [JSONValue.Member(name: "exposure_windows", value: published)]
        #expect(try problems(["risk_rule": rule("exposure-windows", 9, parameters)]) == [])
        for wrong in [
            rule("exposure-windows", 0, parameters), rule("exposure-windows", 2305, parameters),
            rule("daily-summaries", 9, parameters), rule("stars", 9, parameters), rule("exposure-windows", 9, []), 3,
        ] {
            #expect(try problems(["risk_rule": wrong]).count >= 1, "\(wrong)")
        }
    }

    @Test("attenuation thresholds ascend", arguments: [([50, 51], 0), ([50, 50], 1), ([70, 50], 1), ([0, 255], 0)])
    func thresholds(values: [Int], expected: Int) throws {
        let list = JSONValue.array(values.map { .integer($0) })
        #expect(try problems(exposure: ["attenuation_thresholds": list]).count == expected)
    }

    @Test("a nearer or longer exposure never scores less")
    func monotone() throws {
        for part in ["attenuation_bucket_scores", "duration_bucket_scores"] {
            #expect(try problems(exposure: [part: [0, 0, 8, 8, 8, 8, 8, 7]]).count == 1)
            #expect(try problems(exposure: [part: [0, 0, 8, 8, 8, 8, 8, 8]]) == [])
        }
        #expect(try problems(exposure: ["days_since_last_exposure_bucket_scores": [8, 7, 6, 5, 4, 3, 2, 1]]) == [])
    }

    @Test("the score of a notice is reachable, and no required score is 0", arguments: [15, 16])
    func reachable(score: Int) throws {
        let found = try problems(["exposure_info_minimum_risk_score": .integer(score)])
        #expect(found.count == (score == 16 ? 1 : 0), "3 × 1 × 5 × 1 is 15")
        #expect(try problems(exposure: ["minimum_risk_score": 12]) == [])
        #expect(try problems(exposure: ["minimum_risk_score": 13]).count == 1)
        #expect(try problems(exposure: ["duration_bucket_scores": [0, 0, 0, 0, 0, 0, 0, 0]]).count == 1)
    }

    @Test("times are consistent")
    func times() throws {
        #expect(try problems(["maximum_exposure_detection_waiting_time": 14_400]) == [])
        #expect(try problems(["maximum_exposure_detection_waiting_time": 14_399]).count == 1)
        #expect(try problems(["support_phone_closing_time": "07:01"]) == [])
        #expect(try problems(["support_phone_closing_time": "7"]).count == 1)
        #expect(try problems(["dummy_teks_request_probabilities": [1, .number("0.99")]]) == [])
        #expect(try problems(["dummy_teks_request_probabilities": [.number("0.5"), 1]]).count == 1)
    }

    @Test("each language, English included, has all texts and the same countries")
    func languages() throws {
        let english: [String: JSONValue] = [
            "pn_url": ["en": "https://a.example"], "tou_url": ["en": "https://a.example"],
            "faq_url": ["en": "https://a.example"], "countries": ["en": ["AT": "Austria"]],
        ]
        #expect(try problems(english) == [])
        var changed = english
        changed["countries"] = ["en": ["AT": "Austria"], "sl": ["AT": "Avstrija", "HR": "Hrvaška"]]
        #expect(
            try problems(changed) == [
                "pn_url.sl is missing: each language needs all texts",
                "tou_url.sl is missing: each language needs all texts",
                "faq_url.sl is missing: each language needs all texts", "countries.en.HR is missing",
            ]
        )
        let german: [String: JSONValue] = english.mapValues { value in ["de": value["en"] ?? .null] }
        #expect(try problems(german).count == 4, "English is missing from each")
    }

    @Test("a later build is not required to update if an earlier one is not")
    func updates() throws {
        let file = try #require(SettingsPreset.builtIn(named: "demo"))
        var document = try SettingsDocument(parsing: JSONValue(parsing: file))
        document[.iOS, 100, "minimum_build_version"] = 100
        #expect(SettingsSchema.problems(of: document) == [])
        document[.iOS, 100, "minimum_build_version"] = 101
        #expect(SettingsSchema.problems(of: document).count == 1)
        document[.iOS, 1, "minimum_build_version"] = 100
        #expect(SettingsSchema.problems(of: document) == [])
    }

    @Test("a contradiction of a later build is reported with that build, an inherited one once")
    func laterBuilds() throws {
        let file = try #require(SettingsPreset.builtIn(named: "demo"))
        var document = try SettingsDocument(parsing: JSONValue(parsing: file))
        document[.android, 1, "reopen_reminder"] = 7
        document[.android, 50, "teks_packet_size"] = 2000
        let problems = SettingsSchema.problems(of: document)
        #expect(problems.count == 2)
        #expect(problems.first == "android, build 1: reopen_reminder must be true or false, not 7")
        #expect(problems.last?.hasPrefix("android, build 50: teks_packet_size (2000) cannot hold") == true)
    }
}
