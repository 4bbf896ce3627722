/// Why the configuration cannot be used. Texts for the operator; they never show the value of a secret.
package enum SettingsError: Error, Hashable {
    /// - Parameter value: What was set; nil for a secret.
    case invalid(setting: String, origin: SettingOrigin, value: String?, allowed: String)
    case missing(setting: String, summary: String)
    /// - Parameter nearest: The known setting with the most similar name, if any is similar.
    case unknown(name: String, origin: SettingOrigin, nearest: String?)
    case unreadableFile(path: String, reason: String)
}

extension SettingsError {
    /// Where the name or value at fault was given; nil where there is no such place.
    package var origin: SettingOrigin? {
        switch self {
        case .invalid(_, let origin, _, _), .unknown(_, let origin, _): origin
        case .missing, .unreadableFile: nil
        }
    }
}

extension SettingsError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .invalid(let setting, let origin, let value, let allowed):
            let shown = value.map { " \"\($0)\"" } ?? ""
            return "\(setting): the value\(shown) from \(origin) is not allowed: \(allowed)"
        case .missing(let setting, let summary):
            return "\(setting) must be set (environment \(SettingName.variable(setting))): \(summary)"
        case .unknown(let name, let origin, let nearest):
            let hint = nearest.map { "; did you mean \($0)?" } ?? "; avviso config lists all settings"
            return "\(name) from \(origin) is not a setting\(hint)"
        case .unreadableFile(let path, let reason):
            return "the configuration file \(path) cannot be used: \(reason)"
        }
    }
}

/// Where the value of a setting comes from, strongest first.
package enum SettingOrigin: Hashable, Sendable {
    case commandLine
    /// With the variable's name.
    case environment(String)
    /// With the path.
    case file(String)
    case `default`
}

extension SettingOrigin: CustomStringConvertible {
    package var description: String {
        switch self {
        case .commandLine: "the command line"
        case .environment(let variable): "the environment variable \(variable)"
        case .file(let path): "the file \(path)"
        case .default: "the default"
        }
    }
}
