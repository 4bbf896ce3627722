import Foundation
import ImmuniAPI
import RiskModels
import WireFormat

/// The settings of one phone, for rules that compare several of them. A value of a wrong form is nil here: its own rule
/// reports it.
struct EffectiveSettings {
    let values: [String: JSONValue]

    func integer(_ name: String) -> Int? {
        values[name]?.integer
    }

    func integers(_ part: String) -> [Int]? {
        guard case .array(let elements)? = values["exposure_configuration"]?[part] else {
            return nil
        }
        let numbers = elements.compactMap(\.integer)
        return numbers.count == elements.count && !numbers.isEmpty ? numbers : nil
    }

    /// The names of an object's members.
    func names(_ setting: String) -> Set<String>? {
        guard case .object(let members)? = values[setting] else {
            return nil
        }
        return Set(members.map(\.name))
    }
}

extension SettingsSchema {
    /// Contradictions between values that are allowed on their own.
    static func contradictions(in settings: EffectiveSettings) -> [String] {
        [
            timeContradictions, riskContradictions, ruleProblems, uploadContradictions, languageContradictions,
            countryContradictions,
        ]
        .flatMap { $0(settings) }
    }

    private static func timeContradictions(_ settings: EffectiveSettings) -> [String] {
        var problems: [String] = []
        if let period = settings.integer("exposure_detection_period"),
            let longest = settings.integer("maximum_exposure_detection_waiting_time"), longest < period
        {
            problems.append(
                "maximum_exposure_detection_waiting_time (\(longest)) is below exposure_detection_period (\(period))"
            )
        }
        if case .array(let chances)? = settings.values["dummy_teks_request_probabilities"], let last = chances.last,
            last.decimal == 1
        {
            problems.append("dummy_teks_request_probabilities ends with 1: a sequence of dummies would never end")
        }
        if let opening = settings.values["support_phone_opening_time"]?.text.flatMap(TextForm.minutes(of:)),
            let closing = settings.values["support_phone_closing_time"]?.text.flatMap(TextForm.minutes(of:)),
            opening >= closing
        {
            problems.append("support_phone_closing_time is not after support_phone_opening_time")
        }
        return problems
    }

    private static func ruleProblems(_ settings: EffectiveSettings) -> [String] {
        guard let value = settings.values["risk_rule"] else {
            return []
        }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        guard let rule = try? decoder.decode(WindowRule.self, from: Data(value.encoded)) else {
            let names = WindowRule.Name.allCases.map(\.rawValue).joined(separator: " or ")
            return ["risk_rule needs a name (\(names)), notify_from_minutes, and all parameters of its rule"]
        }
        do throws(RiskParameterError) {
            _ = try rule.checked()
            return []
        } catch {
            return ["risk_rule: \(error)"]
        }
    }

    private static func riskContradictions(_ settings: EffectiveSettings) -> [String] {
        var problems: [String] = []
        if let thresholds = settings.integers("attenuation_thresholds"), thresholds.count == 2,
            thresholds[0] >= thresholds[1]
        {
            problems.append("exposure_configuration.attenuation_thresholds must ascend, not \(thresholds)")
        }
        for (part, meaning) in [("attenuation", "a nearer"), ("duration", "a longer")] {
            let name = "\(part)_bucket_scores"
            if let scores = settings.integers(name), scores != scores.sorted() {
                problems.append("exposure_configuration.\(name) gives \(meaning) exposure a lower score: \(scores)")
            }
        }
        return problems + scoreContradictions(settings)
    }

    private static func scoreContradictions(_ settings: EffectiveSettings) -> [String] {
        guard let notice = settings.integer("exposure_info_minimum_risk_score") else {
            return []
        }
        var problems: [String] = []
        if let minimum = settings.values["exposure_configuration"]?["minimum_risk_score"]?.integer, notice < minimum {
            problems.append(
                "exposure_info_minimum_risk_score (\(notice)) is below exposure_configuration.minimum_risk_score "
                    + "(\(minimum)), under which every score counts as 0"
            )
        }
        if let max = maxScore(settings), notice > max {
            problems.append(
                "exposure_info_minimum_risk_score (\(notice)) is above \(max), the greatest score that "
                    + "exposure_configuration can give: nobody would ever be notified"
            )
        }
        return problems
    }

    private static func maxScore(_ settings: EffectiveSettings) -> Int? {
        guard let attenuation = settings.integers("attenuation_bucket_scores")?.max(),
            let days = settings.integers("days_since_last_exposure_bucket_scores")?.max(),
            let duration = settings.integers("duration_bucket_scores")?.max(),
            let transmission = settings.integers("transmission_risk_bucket_scores")?.max(),
            [attenuation, days, duration, transmission].allSatisfy((0...8).contains)
        else {
            return nil
        }
        // A key without a transmission risk level counts as 1.
        return attenuation * days * duration * max(transmission, 1)
    }

    private static func uploadContradictions(_ settings: EffectiveSettings) -> [String] {
        guard let summaries = settings.integer("teks_max_summary_count"), UploadLimits.summaries.contains(summaries),
            let infos = settings.integer("teks_max_info_count"), UploadLimits.infos.contains(infos)
        else {
            return []
        }
        guard summaries > 0 || infos == 0 else {
            return [
                "teks_max_info_count is \(infos), but without a summary (teks_max_summary_count) no info can be sent"
            ]
        }
        let needed = LargestUpload.packetSize(summaryCount: summaries, infoCount: infos)
        guard let size = settings.integer("teks_packet_size"), size < needed else {
            return []
        }
        return [
            "teks_packet_size (\(size)) cannot hold the largest upload: \(UploadLimits.keysSent) keys, \(summaries) "
                + "summaries (teks_max_summary_count) and \(infos) infos (teks_max_info_count) need \(needed) bytes"
        ]
    }

    private static let languageMaps = ["pn_url", "tou_url", "faq_url", "countries"]

    private static func languageContradictions(_ settings: EffectiveSettings) -> [String] {
        let maps = languageMaps.compactMap { name in settings.names(name).map { (name: name, languages: $0) } }
        // Apps fall back to English.
        let wanted = maps.reduce(into: Set(["en"])) { $0.formUnion($1.languages) }
        return maps.flatMap { map in
            wanted.subtracting(map.languages).sorted().map {
                "\(map.name).\($0) is missing: each language needs all texts"
            }
        }
    }

    private static func countryContradictions(_ settings: EffectiveSettings) -> [String] {
        guard case .object(let languages)? = settings.values["countries"] else {
            return []
        }
        let maps = languages.compactMap { language -> (language: String, codes: Set<String>)? in
            guard case .object(let countries) = language.value else {
                return nil
            }
            return (language.name, Set(countries.map(\.name)))
        }
        let wanted = maps.reduce(into: Set<String>()) { $0.formUnion($1.codes) }
        return maps.flatMap { map in
            wanted.subtracting(map.codes).sorted().map { "countries.\(map.language).\($0) is missing" }
        }
    }
}
