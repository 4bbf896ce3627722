import ArgumentParser
import ExposurePrimitives
import Foundation
import ImmuniDemo
import ImmuniPhonePage
import PhonePage
import PhonePorts
import PhoneWorkflows

/// The options of `avviso phone` for the makers who vouch for a phone to Immuni's servers.
struct MakerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The emulator whose attestations Immuni's servers accept (avviso emulate attestation init).",
            valueName: "folder"
        )
    )
    var emulator: String?

    @Option(
        help: ArgumentHelp(
            "The control interface of the DeviceCheck that Immuni's servers use (avviso emulate devicecheck).",
            valueName: "url"
        )
    )
    var deviceCheck: String?

    /// Refuses options that have no use.
    func check(for platform: PhonePlatform, hasImmuni: Bool) throws {
        guard deviceCheck == nil || platform == .iOS else {
            throw ValidationError("--device-check is for an iPhone.")
        }
        guard hasImmuni || emulator == nil && deviceCheck == nil else {
            throw ValidationError("--emulator and --device-check are for --workflow immuni.")
        }
    }

    func makers(clock: any WallClock) throws -> EmulatedMakers {
        try EmulatedMakers(
            attestations: emulator.map { URL(fileURLWithPath: $0) },
            deviceCheckURL: deviceCheck,
            clock: clock
        )
    }
}

extension PhoneApps {
    /// Immuni's app of the phone of `owner`.
    func immuni(
        of owner: PhoneName,
        on platform: PhonePlatform,
        through transport: any PhoneTransport,
        attestedBy makers: EmulatedMakers
    ) throws -> any HostedClient {
        try immuni(through: transport, evidence: makers.evidence(of: owner.text, on: .init(platform)))
    }
}
