import ArgumentParser
import CommonAssembly
import ExposurePrimitives
import ServerAssembly
import ServiceKit
import ServiceLifecycle

/// The parts that the built systems add to the commands. A new system gets its lines here.
enum Systems {
    static let commands: [any ParsableCommand.Type] = {
        var commands: [any ParsableCommand.Type] = []
        #if SYSTEM_IMMUNI
            commands += ImmuniCommands.all
        #endif
        #if SYSTEM_CORONAWARN
            commands += CoronaWarnCommands.all
        #endif
        #if SYSTEM_ASSOCIATION
            commands.append(AssociationCommand.self)
        #endif
        #if SYSTEM_IMMUNI || SYSTEM_CORONAWARN || SYSTEM_ASSOCIATION
            commands.append(DemoCommand.self)
        #endif
        #if SYSTEM_IMMUNI || SYSTEM_CORONAWARN || SYSTEM_ASSOCIATION
            commands += [PhoneCommand.self, PlanCommand.self, LoadCommand.self]
        #endif
        if !Server.roles.isEmpty {
            commands.append(OperatorCommand.self)
        }
        return commands
    }()

    /// What the systems do for `avviso cleanup`. Each says whether the folder has a database of its own.
    static let cleanups: [@Sendable (SettingsReader) async throws -> Bool] = {
        var cleanups: [@Sendable (SettingsReader) async throws -> Bool] = []
        #if SYSTEM_IMMUNI
            cleanups.append(ImmuniCleanup.run)
        #endif
        #if SYSTEM_CORONAWARN
            cleanups.append(CoronaWarnCleanup.run)
        #endif
        #if SYSTEM_ASSOCIATION
            cleanups.append(AssociationCleanup.run)
        #endif
        return cleanups
    }()

    /// What the systems add to `avviso operator`.
    static let operatorCommands: [any ParsableCommand.Type] = {
        #if SYSTEM_CORONAWARN
            [OperatorTokenCommand.self]
        #else
            []
        #endif
    }()
}

/// The systems' options of `avviso serve` and `avviso check`.
struct SystemOptions: ParsableArguments {
    #if SYSTEM_IMMUNI
        @OptionGroup var immuni: ImmuniServerOptions
    #endif

    /// Settings that have an option of their own, by name.
    var named: [String: String?] {
        #if SYSTEM_IMMUNI
            immuni.named
        #else
            [:]
        #endif
    }
}

/// The systems' options of `avviso serve` alone.
struct SystemServeOptions: ParsableArguments {
    #if SYSTEM_IMMUNI
        @OptionGroup var cast: CastOption
    #endif

    /// Settings that the options decide, by name.
    var named: [String: String] {
        #if SYSTEM_IMMUNI
            cast.named
        #else
            [:]
        #endif
    }

    /// The server's clock.
    func clock(_ settings: SettingsReader) throws -> any WallClock {
        #if SYSTEM_IMMUNI
            try cast.clock(settings)
        #else
            SystemWallClock()
        #endif
    }

    /// The services that run beside the server.
    func companions(of server: Server, clock: any WallClock) throws -> [any Service] {
        #if SYSTEM_IMMUNI
            try cast.companions(of: server, clock: clock)
        #else
            []
        #endif
    }
}
