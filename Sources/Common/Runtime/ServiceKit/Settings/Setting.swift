import ExposurePrimitives

/// One setting for operators, declared once: its name, its meaning, its allowed values and its default.
///
/// The name gives the environment variable: `otp.lifetime` is `AVVISO_OTP_LIFETIME`.
package struct Setting<Value: Sendable>: Sendable {
    /// Lower case words joined by dots and hyphens.
    package let name: String
    /// The name in earlier releases, which is still read.
    let formerName: String?
    /// One sentence for the operator.
    package let summary: String
    /// The allowed values in words, for example `whole number from 1 to 3600`.
    package let allowed: String
    package let isSecret: Bool
    /// Whether it is true or false. JSON files can give these without quotes.
    let isFlag: Bool
    /// Nil if there is no safe default and the operator must decide.
    package let defaultValue: Value?
    /// The value for a text, or nil if the text is not allowed.
    package let parse: @Sendable (String) -> Value?
    /// The text that `parse` reads as `value`, or nil if the value means "not set".
    package let format: @Sendable (Value) -> String?

    package init(
        _ name: String,
        formerly formerName: String? = nil,
        default defaultValue: Value?,
        summary: String,
        allowed: String,
        isSecret: Bool = false,
        isFlag: Bool = false,
        parse: @escaping @Sendable (String) -> Value?,
        format: @escaping @Sendable (Value) -> String?
    ) {
        self.name = name
        self.formerName = formerName
        self.summary = summary
        self.allowed = allowed
        self.isSecret = isSecret
        self.isFlag = isFlag
        self.defaultValue = defaultValue
        self.parse = parse
        self.format = format
    }
}

extension Setting where Value == Int {
    /// A whole number within `range`.
    package static func integer(
        _ name: String,
        formerly formerName: String? = nil,
        default value: Int?,
        in range: ClosedRange<Int>,
        unit: String = "",
        summary: String
    ) -> Setting {
        let unit = unit.isEmpty ? "" : " (\(unit))"
        return Setting(
            name,
            formerly: formerName,
            default: value,
            summary: summary,
            allowed: "whole number from \(range.lowerBound) to \(range.upperBound)\(unit)",
            parse: { Int($0).flatMap { range.contains($0) ? $0 : nil } },
            format: { "\($0)" }
        )
    }
}

extension Setting where Value == Int? {
    /// A whole number within `range` that may be left out.
    package static func optionalInteger(
        _ name: String,
        in range: ClosedRange<Int>,
        unit: String,
        summary: String
    ) -> Setting {
        Setting(
            name,
            default: .some(nil),
            summary: summary,
            allowed: "whole number from \(range.lowerBound) to \(range.upperBound) (\(unit)), or not set",
            parse: { Int($0).flatMap { range.contains($0) ? .some($0) : nil } },
            format: { $0.map { "\($0)" } }
        )
    }
}

extension Setting where Value == Bool {
    package static func flag(_ name: String, default value: Bool?, summary: String) -> Setting {
        Setting(
            name,
            default: value,
            summary: summary,
            allowed: "true or false",
            isFlag: true,
            parse: { ["true": true, "false": false][$0] },
            format: { "\($0)" }
        )
    }
}

extension Setting where Value == Duration {
    /// A whole number of milliseconds, seconds, minutes, hours or days within `range`, written like `150s`.
    package static func duration(
        _ name: String,
        default value: Duration?,
        in range: ClosedRange<Duration>,
        summary: String
    ) -> Setting {
        let bounds = "\(DurationText.text(range.lowerBound)) to \(DurationText.text(range.upperBound))"
        return Setting(
            name,
            default: value,
            summary: summary,
            allowed: "duration from \(bounds), as a whole number with ms, s, m, h or d",
            parse: { DurationText.duration($0).flatMap { range.contains($0) ? $0 : nil } },
            format: { DurationText.text($0) }
        )
    }
}

extension Setting where Value == String {
    /// Any text that is not empty.
    package static func text(_ name: String, default value: String?, summary: String) -> Setting {
        Setting(
            name,
            default: value,
            summary: summary,
            allowed: "text",
            parse: { $0.isEmpty ? nil : $0 },
            format: { $0 }
        )
    }
}

extension Setting where Value == String? {
    /// A text that may be left out.
    package static func optionalText(_ name: String, summary: String) -> Setting {
        Setting(
            name,
            default: .some(nil),
            summary: summary,
            allowed: "text, or not set",
            parse: { $0.isEmpty ? nil : .some($0) },
            format: { $0 }
        )
    }
}

extension Setting where Value == SecretBytes? {
    /// A secret of at least `minLength` bytes that may be left out; its value is never shown.
    package static func optionalSecret(_ name: String, minLength: Int, summary: String) -> Setting {
        Setting(
            name,
            default: .some(nil),
            summary: summary,
            allowed: "at least \(minLength) bytes, or not set",
            isSecret: true,
            parse: { $0.utf8.count < minLength ? nil : .some(SecretBytes($0.utf8)) },
            format: { $0.map { String(decoding: $0.exposedBytes, as: UTF8.self) } }
        )
    }
}

extension Setting where Value == ListenAddress {
    package static func address(_ name: String, default value: ListenAddress?, summary: String) -> Setting {
        Setting(
            name,
            default: value,
            summary: summary,
            allowed: "HOST:PORT with a port from 0 to 65535",
            parse: { ListenAddress($0) },
            format: { $0.description }
        )
    }
}

extension Setting where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// One of the names of an enum.
    package static func choice(_ name: String, default value: Value?, summary: String) -> Setting {
        Setting(
            name,
            default: value,
            summary: summary,
            allowed: "one of \(Value.allCases.map(\.rawValue).joined(separator: ", "))",
            parse: { Value(rawValue: $0) },
            format: { $0.rawValue }
        )
    }
}
