import ArgumentParser
import CommonAssembly
import ExposurePrimitives
import Foundation
import ImmuniAssembly
import ImmuniDemo
import ImmuniPhonePage
import ServiceKit
import ServiceLifecycle

/// `--cast` of `avviso serve`.
struct CastOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "For trying out, with the preset demo alone: live by the clock of the phones of this cast (avviso phone).",
            valueName: "folder"
        )
    )
    var cast: String?

    /// A cast's clock is moved by days.
    var named: [String: String] { cast == nil ? [:] : ["clock.guard": "off"] }

    func clock(_ settings: SettingsReader) throws -> any WallClock {
        try folder(settings).map { CastClock(folder: $0, base: SystemWallClock()) } ?? SystemWallClock()
    }

    /// The door by which the cast finds the server.
    func companions(of server: Server, clock: any WallClock) throws -> [any Service] {
        guard let cast, let immuni = server.system(ImmuniSystem.self) else {
            return []
        }
        let folder = try PhoneCast.makeFolder(cast)
        return [try CastHost(ServersAuthority(immuni, clock: clock), folder: folder)]
    }

    /// Whoever can write there sets the servers' clock, so it is nothing for real phones.
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
