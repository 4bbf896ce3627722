package import ServiceKit

/// A realm as its settings describe it, before anything of it is opened or made: its name, calendar, keys and places,
/// its systems with their regions, and the services that a process runs for it.
package struct RealmPlan: Sendable {
    package let reader: SettingsReader
    package let settings: RealmSettings
    package let systems: [any SystemAssembly.Type]
    package let services: [ServiceName]
    /// The region or country of each system, by the system's name, if it has one.
    package let regions: [(system: String, region: String)]
    /// The paths of all files with keys that are its own.
    let keyFiles: [String]

    /// - Parameters:
    ///   - systems: those that are built. The realm has those whose services are among its own.
    ///   - names: the services that the process runs; all of the realm's if it is empty.
    /// - Throws: `RealmError.foreignService` for a service that the realm does not have.
    package init(
        of systems: [any SystemAssembly.Type],
        _ reader: SettingsReader,
        running names: [ServiceName] = []
    ) throws {
        self.reader = reader
        settings = try RealmSettings(reader)
        let own = try reader.value(Server.servicesSetting(of: systems))
        self.systems = try Server.systems(systems, of: reader)
        services = names.isEmpty ? own ?? Server.services(of: systems) : names
        if let own, let foreign = names.first(where: { !own.contains($0) }) {
            throw RealmError.foreignService(foreign.rawValue)
        }
        regions = try self.systems.compactMap { system in
            try system.region(reader).map { (system.name, $0) }
        }
        keyFiles =
            [settings.signingKeyFile, settings.messageSigningKeyFile].compactMap(\.self)
            + (try self.systems.flatMap { try $0.keyFiles(reader) })
    }

    /// Nil if the process has one realm, which needs no name.
    package var name: RealmName? { settings.name }
}

extension Server {
    /// The services that a realm has.
    static func servicesSetting(of systems: [any SystemAssembly.Type]) -> Setting<[ServiceName]?> {
        let known = services(of: systems)
        return Setting(
            "services",
            default: .some(nil),
            summary: "The services of this realm, with spaces between them; without it all that were built.",
            allowed: "names of services, or not set",
            parse: { text in
                let names = text.split { $0 == " " || $0 == "," }.map { ServiceName(rawValue: String($0)) }
                return names.isEmpty || !names.allSatisfy(known.contains) ? nil : .some(names)
            },
            format: { $0?.map(\.rawValue).joined(separator: " ") }
        )
    }

    /// Those of `systems` whose services the settings name; all if they name none, or only the operators' pages.
    package static func systems(
        _ systems: [any SystemAssembly.Type],
        of settings: SettingsReader
    ) throws(SettingsError) -> [any SystemAssembly.Type] {
        guard let names = try settings.value(servicesSetting(of: systems)), names != [.portal] else {
            return systems
        }
        return systems.filter { !Set($0.services).isDisjoint(with: names) }
    }
}

/// The reason why the realms of a process cannot be hosted, in words for their operator.
package enum RealmError: Error, Hashable {
    /// The command line names a service that the realm does not have.
    case foreignService(String)
    /// Two realms of one process share something that one of them alone must have.
    case shared(Resource, of: RealmName, and: RealmName)

    package enum Resource: Hashable, Sendable {
        case name
        case dataFolder(String)
        case database
        case bucket(String)
        case listener(ListenAddress)
        case key(String)
        case token
    }
}

extension RealmError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .foreignService(let name):
            "the realm does not have the service \(name): the setting services names those that it has"
        case .shared(.name, let realm, _):
            "two realms have the name \(realm): each needs its own"
        case .shared(let resource, let first, let second):
            "the realms \(first) and \(second) share \(resource): each needs its own"
        }
    }
}

extension RealmError.Resource: CustomStringConvertible {
    package var description: String {
        switch self {
        case .name: "a name"
        case .dataFolder(let path): "the data folder \(path), or one of them lies in the other's (data)"
        case .database: "a PostgreSQL database (database.url)"
        case .bucket(let name): "the bucket \(name) without prefixes that keep them apart (storage.s3.prefix)"
        case .listener(let address): "the listener \(address) (public.address, internal.address, partner.address)"
        case .key(let path): "the key in \(path)"
        case .token: "the token of the internal listener (internal.token)"
        }
    }
}
