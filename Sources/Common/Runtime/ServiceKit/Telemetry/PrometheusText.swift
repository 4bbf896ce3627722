/// The lexical rules of the Prometheus text format 0.0.4.
enum PrometheusText {
    /// `label` with a replacement for each character that a metric name may not contain.
    static func name(_ label: String) -> String {
        var name = String(
            label.unicodeScalars.map { $0.isASCII && ($0.properties.isAlphabetic || isDigit($0)) ? Character($0) : "_" }
        )
        if let first = name.unicodeScalars.first, isDigit(first) {
            name = "_" + name
        }
        return name
    }

    /// `{name="value",…}` or nothing.
    static func labels(_ dimensions: [(String, String)]) -> String {
        guard !dimensions.isEmpty else {
            return ""
        }
        return "{" + dimensions.map { "\(name($0.0))=\"\(escapedValue($0.1))\"" }.joined(separator: ",") + "}"
    }

    /// `labels` with one label more.
    static func labels(_ labels: String, adding name: String, _ value: String) -> String {
        labels.isEmpty ? "{\(name)=\"\(value)\"}" : "\(labels.dropLast()),\(name)=\"\(value)\"}"
    }

    static func escapedHelp(_ text: String) -> String {
        String(text.flatMap { $0 == "\\" ? "\\\\" : $0 == "\n" ? "\\n" : String($0) })
    }

    private static func escapedValue(_ text: String) -> String {
        String(text.flatMap { $0 == "\\" ? "\\\\" : $0 == "\n" ? "\\n" : $0 == "\"" ? "\\\"" : String($0) })
    }

    /// A number in its shortest form, and a whole number without a fraction.
    static func number(_ value: Double) -> String {
        value.isFinite
            ? Int64(exactly: value).map(String.init) ?? "\(value)" : value.isNaN ? "NaN" : value > 0 ? "+Inf" : "-Inf"
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        ("0"..."9").contains(scalar)
    }
}
