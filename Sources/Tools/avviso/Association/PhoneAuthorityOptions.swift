import ArgumentParser
import AssociationClient
import AssociationProtocol
import ExposurePrimitives
import HeraldPayloads

/// The authority's place and keys, which are built into an association app of `avviso phone`.
struct PhoneAuthorityOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The public key of the association's authority, as avviso association public-key prints it.",
            valueName: "hex"
        )
    )
    var agreementKey: String?

    @Option(
        help: ArgumentHelp(
            "The key of its attestations, as avviso association attestation-key prints it; without it the app asks "
                + "for none. Repeat it with those of other authorities whose phones may be near.",
            valueName: "hex"
        )
    )
    var attestationKey: [String] = []

    @Option(
        help: ArgumentHelp(
            "The key under which the authority publishes boxes, as avviso association attestation-key prints it; for an "
                + "authority with association.reports=private.",
            valueName: "hex"
        )
    )
    var boxKey: String?

    @Option(help: ArgumentHelp("The authority's country, as in association.country.", valueName: "number"))
    var country: UInt16?

    @Option(help: ArgumentHelp("The authority's state, as in association.state.", valueName: "number"))
    var state: UInt16 = 0

    /// - Parameter isNeeded: whether the phone has the association's app.
    func check(isNeeded: Bool) throws {
        guard isNeeded else {
            guard agreementKey == nil && attestationKey.isEmpty && boxKey == nil && country == nil else {
                throw ValidationError(
                    "--agreement-key, --attestation-key, --box-key and --country are for --workflow association."
                )
            }
            return
        }
        guard agreementKey != nil && country != nil else {
            throw ValidationError("--workflow association needs --agreement-key and --country.")
        }
        _ = try app()
    }

    func app() throws -> AssociationApp.App {
        let keys = try attestationKey.map { text in
            try Self.key(text, "--attestation-key") { try AttestationVerificationKey($0) }
        }
        return try AssociationApp.App(
            jurisdiction: Jurisdiction(country: country ?? 0, state: state),
            agreementKey: try Self.key(agreementKey ?? "", "--agreement-key") { try PublicAgreementKey($0) },
            policy: keys.isEmpty ? .off : .required(by: keys),
            reports: try boxKey.map { text in
                .boxes(signedBy: [try Self.key(text, "--box-key") { try AttestationVerificationKey($0) }])
            } ?? .validated
        )
    }

    private static func key<Key>(_ text: String, _ option: String, _ make: ([UInt8]) throws -> Key) throws -> Key {
        guard let bytes = Hex.decode(text), let key = try? make(bytes) else {
            throw ValidationError("\(option) must be a key of 64 hexadecimal digits.")
        }
        return key
    }
}
