import ArgumentParser
import Foundation
import ServiceKit

/// A realm on the command line: its name and the file with its settings.
struct RealmOption: ExpressibleByArgument, Hashable {
    let name: RealmName
    let file: String

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let name = RealmName(String(parts[0])) else {
            return nil
        }
        self.name = name
        file = String(parts[1])
    }
}

extension GeneralOptions {
    /// The only realm; nil if none is named.
    func onlyRealm() throws -> RealmOption? {
        guard realms.count < 2 else {
            throw ValidationError("This command works on one realm: give --realm once.")
        }
        return realms.first
    }

    /// Throws if the environment has a setting for a realm that is not named: a mistyped name would leave a default in
    /// force.
    func refuseStrayVariables() throws {
        let stray = RealmName.strayVariables(in: ProcessInfo.processInfo.environment.keys, besides: realms.map(\.name))
        if let variable = stray.first {
            let names = realms.map(\.name.text).joined(separator: ", ")
            throw Failure("\(variable) names no realm of this process: --realm names \(names)")
        }
    }
}
