import Configuration

/// The values of settings, by precedence: command line, environment, file, default.
package struct SettingsReader: Sendable {
    /// The realm that the settings describe; nil in a process whose realm has no name.
    package let realm: RealmName?
    private let commandLine: [String: String]
    private let environment: EnvironmentVariablesProvider
    private let file: ServerSettingsFile?
    private let formerNames: [String: String]

    /// Reads the sources and refuses names that no setting has. Otherwise a typing mistake could silently leave a
    /// default in force. A former name counts as the present one; both together are refused.
    ///
    /// - Parameters:
    ///   - commandLine: by name of the setting.
    ///   - environment: the process's variables. Those that begin with `AVVISO_` are settings.
    ///   - file: the path of a YAML or JSON file. Without it, `AVVISO_CONFIG` gives the path.
    ///   - realm: the name of the realm. Its variables have the name in them, and those of other realms do not count. A
    ///     variable without a realm's name is refused, because it would count for every realm.
    ///   - otherVariables: `AVVISO_` variables that are no settings. Those that begin with `AVVISO_TEST_` never are.
    package init(
        commandLine: [String: String] = [:],
        environment: [String: String],
        file: String? = nil,
        realm: RealmName? = nil,
        catalogue: SettingsCatalogue,
        otherVariables: Set<String> = []
    ) async throws(SettingsError) {
        self.realm = realm
        self.commandLine = commandLine
        formerNames = catalogue.formerNames
        self.environment = EnvironmentVariablesProvider(environmentVariables: environment)
        if let path = file ?? (realm == nil ? environment[Self.fileVariable] : nil) {
            self.file = try await ServerSettingsFile(path: path)
        } else {
            self.file = nil
        }
        try refuseUnknown(
            variables: environment.keys,
            catalogue: catalogue,
            otherVariables: realm == nil ? otherVariables.union([Self.fileVariable]) : otherVariables
        )
        for (name, former) in formerNames.sorted(by: <) where source(ofExactly: name) != .default {
            let origin = source(ofExactly: former)
            guard origin == .default else {
                throw .setTwice(name: name, former: former, origin: origin)
            }
        }
    }

    private static let fileVariable = "AVVISO_CONFIG"

    /// The value of `setting`. Throws `invalid` if the value is not allowed, and `missing` if nobody set it and it has
    /// no default.
    package func value<Value>(_ setting: Setting<Value>) throws(SettingsError) -> Value {
        let (origin, name) = source(of: setting.name)
        guard origin != .default else {
            guard let value = setting.defaultValue else {
                throw .missing(setting: setting.name, summary: setting.summary)
            }
            return value
        }
        let text = text(name, from: origin, isFlag: setting.isFlag)
        guard let value = text.flatMap(setting.parse) else {
            throw .invalid(
                setting: name,
                origin: origin,
                value: setting.isSecret ? nil : text ?? "a list",
                allowed: setting.allowed
            )
        }
        return value
    }

    /// The strongest source that sets `name`.
    package func origin(of name: String) -> SettingOrigin { source(of: name).origin }

    /// The strongest source that sets `name`, and the name that it has there.
    private func source(of name: String) -> (origin: SettingOrigin, name: String) {
        let origin = source(ofExactly: name)
        guard origin == .default, let former = formerNames[name] else {
            return (origin, name)
        }
        return (source(ofExactly: former), former)
    }

    private func source(ofExactly name: String) -> SettingOrigin {
        if commandLine[name] != nil {
            return .commandLine
        }
        let variable = variable(of: name)
        if value(ofVariable: variable) != nil {
            return .environment(variable)
        }
        if let file, file.keys.contains(name) {
            return .file(file.path)
        }
        return .default
    }

    /// The environment variable of a setting.
    func variable(of name: String) -> String {
        SettingName.variable(name, of: realm)
    }

    private func text(_ name: String, from origin: SettingOrigin, isFlag: Bool) -> String? {
        switch origin {
        case .commandLine: commandLine[name]
        case .environment(let variable): value(ofVariable: variable)
        case .file: file?.text(name, isFlag: isFlag)
        case .default: nil
        }
    }

    private func value(ofVariable variable: String) -> String? {
        // swift-configuration throws only for bytes and lists, which this call does not read.
        (try? environment.environmentValue(forName: variable)) ?? nil
    }

    private func refuseUnknown(
        variables: some Sequence<String>,
        catalogue: SettingsCatalogue,
        otherVariables: Set<String>
    ) throws(SettingsError) {
        let names = catalogue.names
        let accepted = Set(names).union(formerNames.values)
        for name in commandLine.keys.sorted() where !accepted.contains(name) {
            throw .unknown(name: name, origin: .commandLine, nearest: SettingName.nearest(to: name, among: names))
        }
        for name in file?.keys ?? [] where !accepted.contains(name) {
            throw .unknown(
                name: name,
                origin: file.map { .file($0.path) } ?? .default,
                nearest: SettingName.nearest(to: name, among: names)
            )
        }
        let present = otherVariables.union(names.map(variable))
        let known = present.union(formerNames.values.map(variable))
        for variable in variables.sorted()
        where variable.hasPrefix(SettingName.variablePrefix) && !variable.hasPrefix("AVVISO_TEST_")
            && !known.contains(variable)
        {
            if let realm, !variable.hasPrefix(realm.variablePrefix) {
                guard variable.hasPrefix(RealmName.commonPrefix) else {
                    throw .withoutRealm(variable: variable, realm: realm)
                }
                continue
            }
            throw .unknown(
                name: variable,
                origin: .environment(variable),
                nearest: SettingName.nearest(to: variable, among: present.sorted())
            )
        }
    }
}
