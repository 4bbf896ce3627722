package import CommonAssembly
package import ExposurePrimitives
package import OperatorStores
package import Persistence
package import ServiceKit

#if SYSTEM_ASSOCIATION
    import AssociationAssembly
#endif
#if SYSTEM_CORONAWARN
    import CoronaWarnAssembly
#endif
#if SYSTEM_IMMUNI
    import ImmuniAssembly
#endif

extension Server {
    /// The built systems. A new system gets a line here.
    package static let systems: [any SystemAssembly.Type] = {
        var systems: [any SystemAssembly.Type] = []
        #if SYSTEM_IMMUNI
            systems.append(ImmuniSystem.self)
        #endif
        #if SYSTEM_CORONAWARN
            systems.append(CoronaWarnSystem.self)
        #endif
        #if SYSTEM_ASSOCIATION
            systems.append(AssociationSystem.self)
        #endif
        return systems
    }()

    /// Every setting.
    package static let catalogue = catalogue(of: systems)

    /// Throws for wrong settings, and for settings that contradict one another.
    package static func check(_ settings: SettingsReader) throws(SettingsError) {
        _ = try RealmSettings(settings)
        _ = try systems(systems, of: settings)
        for system in systems {
            try system.check(settings)
        }
    }

    /// The names of all services.
    package static let services = services(of: systems)

    /// The roles of operators.
    package static let roles = roles(of: systems)

    /// Those of the roles for which an account must name an institution.
    package static let rolesOfInstitutions = rolesOfInstitutions(of: systems)

    /// A server with the systems of the settings' realm.
    ///
    /// - Parameter mayMakeDatabases: see ``Realm``.
    package init(
        _ settings: SettingsReader,
        clock: any WallClock,
        steps: any StepObserver = NoStepObserver(),
        mayMakeDatabases: Bool = true
    ) throws {
        try self.init(
            Self.systems(Self.systems, of: settings),
            settings: settings,
            clock: clock,
            steps: steps,
            mayMakeDatabases: mayMakeDatabases
        )
    }
}

extension RealmPlan {
    /// The plan of a realm with the built systems.
    ///
    /// - Parameter names: the services that the process runs; all of the realm's if it is empty.
    package init(_ reader: SettingsReader, running names: [ServiceName] = []) throws {
        try self.init(of: Server.systems, reader, running: names)
    }
}
