import WireFormat

/// The allowed values of a setting, or of a part of a setting.
package struct SettingRule: Sendable {
    package let name: String
    package let kind: SettingKind
    /// Whether every phone must get it.
    package let isRequired: Bool
    /// The programs whose behaviour it changes.
    package let readers: SettingReaders
    /// Its meaning, for people.
    package let summary: String

    init(
        _ name: String,
        _ kind: SettingKind,
        isRequired: Bool = true,
        for readers: SettingReaders = .phones,
        _ summary: String
    ) {
        self.name = name
        self.kind = kind
        self.isRequired = isRequired
        self.readers = readers
        self.summary = summary
    }
}

/// The programs whose behaviour a setting changes.
package enum SettingReaders: String, Sendable {
    case phones
    case iPhones
    case androidPhones = "Android phones"
    /// No part of Avviso: the published apps read it, or require it without using it.
    case nobody = "passed on"
}

/// The form of a setting's value.
package indirect enum SettingKind: Sendable {
    case boolean
    case integer(ClosedRange<Int>, unit: String? = nil)
    case decimal(ClosedRange<Double>)
    case integers(count: ClosedRange<Int>, each: ClosedRange<Int>, unit: String? = nil)
    case decimals(count: ClosedRange<Int>, each: ClosedRange<Double>)
    case text(TextForm)
    /// A text or `null`.
    case optionalText(TextForm)
    case texts
    /// An object with a value for each language.
    case byLanguage(SettingKind)
    /// An object with a name for each country.
    case countryNames
    /// An object with exactly these members.
    case parts([SettingRule])
    /// An object with a rule of exposure windows, which is checked as a whole.
    case windowRule
    /// An object that Avviso passes on unchecked.
    case anyObject
}

// MARK: - In words

extension SettingKind {
    /// The allowed values, for people: "a whole number from 0 to 84".
    package var allowed: String {
        switch self {
        case .boolean: "true or false"
        case .integer(let range, let unit): "a whole number\(Self.words(range)) \(unit.map { "(\($0))" } ?? "")".trimmed
        case .decimal(let range): "a number\(Self.words(range))"
        case .integers(let count, let each, let unit):
            "a list of \(Self.words(count: count)) whole numbers\(Self.words(each)) \(unit.map { "(\($0))" } ?? "")"
                .trimmed
        case .decimals(let count, let each): "a list of \(Self.words(count: count)) numbers\(Self.words(each))"
        case .text(let form): form.description
        case .optionalText(let form): "\(form), or null"
        case .texts: "a list of texts"
        case .byLanguage(let kind): "for each language, including \"en\", \(kind.allowed)"
        case .countryNames: "for each country (two capital letters) a name"
        case .parts: "an object"
        case .windowRule: "an object with a name, a threshold and parameters"
        case .anyObject: "an object, passed on as it is"
        }
    }

    private static func words<Bound>(_ range: ClosedRange<Bound>) -> String {
        func short(_ bound: Bound) -> String {
            (bound as? Double).flatMap(Int.init(exactly:)).map(String.init) ?? "\(bound)"
        }
        return " from \(short(range.lowerBound)) to \(short(range.upperBound))"
    }

    private static func words(count: ClosedRange<Int>) -> String {
        count.lowerBound == count.upperBound ? "\(count.lowerBound)" : "\(count.lowerBound) to \(count.upperBound)"
    }
}

extension String {
    fileprivate var trimmed: String {
        hasSuffix(" ") ? String(dropLast()) : self
    }
}

// MARK: - Checking

extension SettingRule {
    /// Everything that is wrong with `value`; empty if it is allowed.
    func problems(of value: JSONValue) -> [String] {
        kind.problems(of: value, at: name)
    }
}

extension SettingKind {
    func problems(of value: JSONValue, at path: String) -> [String] {
        switch (self, value) {
        case (.byLanguage(let kind), .object(let members)) where !members.isEmpty:
            members.flatMap { member in
                Self.isLanguage(member.name)
                    ? kind.problems(of: member.value, at: "\(path).\(member.name)")
                    : ["\(path).\(member.name): \"\(member.name)\" is not a language code such as \"en\""]
            }
        case (.countryNames, .object(let members)) where !members.isEmpty:
            members.flatMap { member in
                Self.isCountry(member.name)
                    ? SettingKind.text(.name).problems(of: member.value, at: "\(path).\(member.name)")
                    : ["\(path).\(member.name): \"\(member.name)\" is not a country code such as \"AT\""]
            }
        case (.parts(let rules), .object(let members)):
            Self.problems(of: members, rules: rules, at: path)
        default:
            isMatched(by: value) ? [] : ["\(path) must be \(allowed), not \(value.shortened)"]
        }
    }

    private static func problems(of members: [JSONValue.Member], rules: [SettingRule], at path: String) -> [String] {
        let unknown = members.filter { member in !rules.contains { $0.name == member.name } }
        return unknown.map { "\(path).\($0.name) is unknown" }
            + rules.flatMap { rule -> [String] in
                guard let member = members.first(where: { $0.name == rule.name }) else {
                    return rule.isRequired ? ["\(path).\(rule.name) is missing"] : []
                }
                return rule.kind.problems(of: member.value, at: "\(path).\(rule.name)")
            }
    }

    private func isMatched(by value: JSONValue) -> Bool {
        switch (self, value) {
        case (.boolean, .boolean), (.windowRule, .object), (.anyObject, .object), (.optionalText, .null): true
        case (.integer(let range, _), _): value.integer.map(range.contains) ?? false
        case (.decimal(let range), _): value.decimal.map(range.contains) ?? false
        case (.integers(let count, let each, _), .array(let elements)):
            count.contains(elements.count) && elements.allSatisfy { $0.integer.map(each.contains) ?? false }
        case (.decimals(let count, let each), .array(let elements)):
            count.contains(elements.count) && elements.allSatisfy { $0.decimal.map(each.contains) ?? false }
        case (.text(let form), .string(let text)), (.optionalText(let form), .string(let text)): form.accepts(text)
        case (.texts, .array(let elements)): elements.allSatisfy { $0.text != nil }
        default: false
        }
    }

    /// Two or three small letters (ISO 639), optionally with a region: `en`, `pt-BR`.
    private static func isLanguage(_ code: String) -> Bool {
        code.wholeMatch(of: /[a-z]{2,3}(-[A-Z]{2})?/) != nil
    }

    private static func isCountry(_ code: String) -> Bool {
        code.wholeMatch(of: /[A-Z]{2}/) != nil
    }
}
