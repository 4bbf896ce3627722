import ArgumentParser

/// The system of `avviso settings`, as `--system` names it.
///
/// Each system has settings of its own kind, so each has commands of its own. The option chooses among them.
enum SettingsSystem {
    /// The names of the built systems. The first one needs no option.
    private static let names: [String] = {
        var names: [String] = []
        #if SYSTEM_IMMUNI
            names.append("immuni")
        #endif
        #if SYSTEM_CORONAWARN
            names.append("coronawarn")
        #endif
        return names
    }()

    /// Other spellings of the names: services and databases are called so.
    private static let spellings = ["corona-warn": "coronawarn"]

    /// The name of a system's command.
    static func command(of name: String) -> String {
        name == names.first ? command : "\(command)-\(name)"
    }

    /// The arguments with the command of the system that they name. Without a name they stay as they are.
    ///
    /// - Throws: `ValidationError` for an unknown name.
    static func choose(in arguments: [String]) throws -> [String] {
        guard arguments.first == command else {
            return arguments
        }
        for (index, argument) in arguments.enumerated() {
            let isPair = argument == option && index + 1 < arguments.count
            let given = isPair ? arguments[index + 1] : String(argument.dropFirst(option.count + 1))
            let name = spellings[given] ?? given
            guard isPair || argument.hasPrefix(option + "=") else {
                continue
            }
            guard names.contains(name) else {
                throw ValidationError("There is no system \(given); the systems are \(names.joined(separator: ", ")).")
            }
            let rest = arguments[..<index] + arguments[(index + (isPair ? 2 : 1))...]
            return [command(of: name)] + rest.dropFirst()
        }
        return arguments
    }

    private static let command = "settings"
    private static let option = "--system"
}
