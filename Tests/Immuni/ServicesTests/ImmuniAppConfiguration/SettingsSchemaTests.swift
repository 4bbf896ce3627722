import Foundation
import ImmuniAPI
import Testing
import WireFormat

@testable import ImmuniAppConfiguration
@testable import SettingsDocuments

@Suite("The schema of the apps' settings")
struct SettingsSchemaTests {
    /// The demo's settings for iOS, with some replaced.
    static func demo(_ changes: [String: JSONValue] = [:]) throws -> [String: JSONValue] {
        let file = try #require(SettingsPreset.builtIn(named: "demo"))
        let document = try SettingsDocument(parsing: JSONValue(parsing: file))
        return document.effective(for: .iOS, build: 1).merging(changes) { $1 }
    }

    /// The same with parts of `exposure_configuration` replaced.
    static func demo(exposure changes: [String: JSONValue]) throws -> [String: JSONValue] {
        let present = try #require(try demo()["exposure_configuration"])
        guard case .object(let members) = present else {
            throw JSONError.wrongMembers
        }
        let changed = members.map { JSONValue.Member(name: $0.name, value: changes[$0.name] ?? $0.value) }
        return try demo(["exposure_configuration": .object(changed)])
    }

    @Test("has every setting that a phone decodes, and all of the demo's")
    func isComplete() throws {
        #expect(try SettingsSchema.problems(of: Self.demo()) == [])
        // `risk_rule` is the one that the demo leaves out.
        #expect(SettingsSchema.rules.count == 35)
        #expect(Set(SettingsSchema.rules.map(\.name)).count == 35)
        #expect(SettingsSchema.rules.allSatisfy { !$0.summary.isEmpty && !$0.kind.allowed.isEmpty })
    }

    @Test(
        "whole numbers have limits, tested on both sides",
        arguments: [
            ("minimum_build_version", 0, Int(Int32.max)), ("service_not_active_notification_period", 60, 2_592_000),
            ("onboarding_not_completed_notification_period", 60, 2_592_000),
            ("required_update_notification_period", 60, 2_592_000),
            ("risk_reminder_notification_period", 60, 2_592_000), ("exposure_detection_period", 900, 86_400),
            ("maximum_exposure_detection_waiting_time", 900, 1_209_600),
            ("exposure_info_minimum_risk_score", 1, 4096), ("dummy_analytics_waiting_time", 86_400, 31_536_000),
            ("dummy_teks_average_request_waiting_time", 1, 3600),
            ("dummy_teks_average_opportunity_waiting_time", 86_400, 31_536_000),
            ("dummy_teks_window_duration", 86_400, 5_184_000), ("dummy_teks_average_start_waiting_time", 1, 3600),
            ("teks_max_summary_count", 0, 84), ("teks_max_info_count", 0, 600), ("teks_packet_size", 1024, 150_000),
        ]
    )
    func wholeNumbers(name: String, least: Int, max: Int) throws {
        let rule = try #require(SettingsSchema.rule(named: name))
        for value in [least, max] {
            #expect(rule.problems(of: .integer(value)).isEmpty, "\(value)")
        }
        let others: [JSONValue] = [
            .integer(least - 1), .integer(max + 1), .string("\(least)"), .number("\(least).0"), .null, true, [],
            .number("1e3"), .number("99999999999999999999"),
        ]
        for value in others {
            #expect(rule.problems(of: value).count == 1, "\(value)")
        }
    }

    @Test(
        "values of other types are allowed or refused",
        arguments: [
            (
                "operational_info_with_exposure_sampling_rate", ["0", "1", "0.6", "1e-3"],
                ["-0.1", "1.01", "1e400", "\"1\""]
            ),
            ("operational_info_without_exposure_sampling_rate", ["0", "1.0"], ["2", "-1", "null"]),
            ("dummy_teks_request_probabilities", ["[0]", "[0.95,0.1]", "[1,0.5]"], ["[]", "0.5", "[2]", "[\"a\"]"]),
            ("support_email", ["null", "\"a@b.it\""], ["\"\"", "\"a@b\"", "\"a b@c.it\"", "7", "\"a@b.it\\n\""]),
            (
                "support_phone", ["null", "\"+39 06 1\"", "\"800-912 491\"", "\"112\""],
                ["\"\"", "\"12\"", "\"call us\"", "\"+1234567890123456\"", "800912491"]
            ),
            (
                "support_phone_opening_time", ["\"0\"", "\"7\"", "\"07:30\"", "\"24\""],
                ["7", "\"25\"", "\"7:60\"", "\"24:01\""]
            ),
            ("reopen_reminder", ["true", "false"], ["0", "\"true\"", "null"]),
            ("eudcc_expiration", ["{}", "{\"a\":[1]}"], ["[]", "1", "null"]),
            ("allowed_regions_self_upload", ["[]", "[\"Abruzzo\"]"], ["[1]", "{}"]),
            ("exposure_configuration", [], ["{}", "[]", "null"]),
            (
                "pn_url", ["{\"en\":\"https://a.example/x?y=1#z\"}", "{\"pt-BR\":\"https://localhost:8443\"}"],
                [
                    "{}", "{\"EN\":\"https://a.example\"}", "{\"en\":\"http://a.example\"}", "{\"en\":\"https://\"}",
                    "{\"en\":\"https://a.example/a b\"}", "{\"en\":\"https://u:p@a.example\"}", "{\"en\":7}",
                    "{\"en\":\"javascript:x\"}", "{\"en\":\"https://é.example\"}", "[]",
                ]
            ),
            (
                "countries", ["{\"en\":{\"AT\":\"Austria\"}}"],
                [
                    "{\"en\":{\"at\":\"Austria\"}}", "{\"en\":{\"AT\":\"\"}}", "{\"en\":{\"AT\":\" \"}}", "{\"en\":{}}",
                    "{}",
                ]
            ),
        ]
    )
    func forms(name: String, allowed: [String], refused: [String]) throws {
        let rule = try #require(SettingsSchema.rule(named: name))
        for text in allowed {
            #expect(try rule.problems(of: JSONValue(parsing: Array(text.utf8))) == [], "\(text)")
        }
        for text in refused {
            #expect(try !rule.problems(of: JSONValue(parsing: Array(text.utf8))).isEmpty, "\(text)")
        }
    }

    @Test("a fault is described with its place")
    func words() throws {
        let wrong = try Self.demo([
            "teks_max_summary_count": 85, "teks_max_sumary_count": 84, "pn_url": ["en": "ftp://a"],
        ])
        let problems = SettingsSchema.problems(of: wrong)
        #expect(problems.contains("teks_max_sumary_count is not a setting: did you mean teks_max_summary_count?"))
        #expect(problems.contains("teks_max_summary_count must be a whole number from 0 to 84, not 85"))
        #expect(problems.contains { $0.hasPrefix("pn_url.en must be an https URL") && $0.hasSuffix(#"not "ftp://a""#) })
        #expect(problems.contains("pn_url.it is missing: each language needs all texts"))
    }

    @Test("an unknown part of the risk parameters is refused")
    func unknownPart() throws {
        guard case .object(let members)? = try Self.demo()["exposure_configuration"] else {
            Issue.record("no object")
            return
        }
        let more = JSONValue.object(members + [.init(name: "surprise", value: 1)])
        let problems = try SettingsSchema.problems(of: Self.demo(["exposure_configuration": more]))
        #expect(problems == ["exposure_configuration.surprise is unknown"])
    }
}
