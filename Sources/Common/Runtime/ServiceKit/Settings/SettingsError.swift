/// The reason why the configuration cannot be used, in texts for the operator. They never show the value of a secret.
package enum SettingsError: Error, Hashable {
    /// - Parameter value: the value that was set; nil for a secret.
    case invalid(setting: String, origin: SettingOrigin, value: String?, allowed: String)
    case missing(setting: String, summary: String)
    /// - Parameter nearest: the known setting with the most similar name, if any is similar.
    case unknown(name: String, origin: SettingOrigin, nearest: String?)
    /// The former name of a setting is set beside the present one.
    case setTwice(name: String, former: String, origin: SettingOrigin)
    case unreadableFile(path: String, reason: String)
    /// A variable would count for every realm of the process.
    case withoutRealm(variable: String, realm: RealmName)
}

extension SettingsError {
    /// The source of the wrong name or value; nil if it has none.
    package var origin: SettingOrigin? {
        switch self {
        case .invalid(_, let origin, _, _), .unknown(_, let origin, _), .setTwice(_, _, let origin): origin
        case .withoutRealm(let variable, _): .environment(variable)
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
        case .setTwice(let name, let former, let origin):
            return "\(former) from \(origin) is the former name of \(name), which is set too: keep \(name) alone"
        case .unreadableFile(let path, let reason):
            return "the configuration file \(path) cannot be used: \(reason)"
        case .withoutRealm(let variable, let realm):
            return "\(variable) names no realm: beside --realm, the variables of \(realm) begin with "
                + realm.variablePrefix
        }
    }
}

/// The source of a setting's value, the strongest first.
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
