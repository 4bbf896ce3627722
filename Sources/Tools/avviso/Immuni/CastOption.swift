import ArgumentParser
import CommonAssembly
import ExposurePrimitives
import Foundation
import ImmuniAssembly
import ImmuniDemo
import ImmuniPhonePage
import PhonePage
import ServiceKit
import ServiceLifecycle

#if SYSTEM_CORONAWARN
    import CoronaWarnAssembly
    import CoronaWarnDemo
    import CoronaWarnPhonePage
#endif
#if SYSTEM_ASSOCIATION
    import AssociationAssembly
    import AssociationDemo
    import AssociationPhonePage
#endif

/// `--cast` of `avviso serve`.
struct CastOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Follow the clock of this cast of phones (avviso phone). For trials only, with the preset demo.",
            valueName: "folder"
        )
    )
    var cast: String?

    /// The clock's guard is off, because a cast's clock moves by days.
    var named: [String: String] { cast == nil ? [:] : ["clock.guard": "off"] }

    func clock(_ settings: SettingsReader) throws -> any WallClock {
        try folder(settings).map { CastClock(folder: $0, base: SystemWallClock()) } ?? SystemWallClock()
    }

    /// The service by which the cast finds the server.
    func companions(of server: Server, clock: any WallClock) throws -> [any Service] {
        guard let cast else {
            return []
        }
        var authorities: [ClientID: any CastAuthority] = [:]
        if let immuni = server.system(ImmuniSystem.self) {
            authorities[HostedImmuniClient.name] = ServersAuthority(immuni, clock: clock)
        }
        #if SYSTEM_CORONAWARN
            if let coronaWarn = server.system(CoronaWarnSystem.self) {
                authorities[HostedCoronaWarnClient.name] = CoronaWarnAuthority(coronaWarn, clock: clock)
            }
        #endif
        #if SYSTEM_ASSOCIATION
            if let association = server.system(AssociationSystem.self), association.hasAccounts {
                authorities[HostedAssociationClient.name] = AssociationCastAuthority(association, clock: clock)
            }
        #endif
        let folder = try PhoneCast.makeFolder(cast)
        return authorities.isEmpty ? [] : [try CastHost(JoinedAuthority(authorities), folder: folder)]
    }

    /// The cast's folder. Any writer of the folder sets the servers' clock, so only the preset demo allows it, never
    /// servers for real phones.
    private func folder(_ settings: SettingsReader) throws -> URL? {
        guard let cast else {
            return nil
        }
        guard try ImmuniSettings(settings).preset == "demo" else {
            throw Failure("--cast is for trying out: it needs --preset demo")
        }
        return try PhoneCast.makeFolder(cast)
    }
}
