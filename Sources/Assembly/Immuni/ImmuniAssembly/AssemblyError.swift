package import ClockPorts
package import SettingsDocuments

/// Why a server cannot be put together, in words for its operator.
package enum AssemblyError: Error, Hashable, CustomStringConvertible {
    case presetMissing
    case presetUnknown(String)
    case presetRefused(SettingsRefusal)
    /// The path of a file.
    case unusableQuestions(String)
    /// `teks_packet_size`, and what `ingestion.min-body` asks for.
    case packetsTooSmall(size: Int, needed: Int)
    case signingKeyMissing
    case signingKeyShared
    /// Neither is there a key for messages, nor may it be missing.
    case unsigned
    /// A proxy is in front of an internal listener that knows its callers by nothing.
    case proxyUnchecked
    /// Others can use a file of the data folder, and its mode cannot be changed.
    case sharedFile(String)
    case notAKeyFolder
    case unreadable(String)
    case noDatabase(String)
    /// A setting that an attestation needs is not set.
    case attestationLacks(String)
    /// A path, and what is wrong with the file.
    case unusableAttestationFile(String, String)
    case testRoot(String)
    case clockHeld(ClockHold)

    package var description: String {
        switch self {
        case .presetMissing:
            "no settings for the apps: give --preset NAME|FILE or set AVVISO_PRESET (\"demo\" is built in)"
        case .presetUnknown(let name):
            "the preset \"\(name)\" is neither built in (\"demo\") nor a readable file"
        case .presetRefused(let error):
            "the preset cannot be used: \(error)"
        case .unusableQuestions(let path):
            "the file \(path) has no questions and answers: {\"faqs\":[{\"title\":\"…\",\"content\":\"…\"}]}, at most 1 MiB"
        case .packetsTooSmall(let size, let needed):
            "phones would be refused: teks_packet_size is \(size), and ingestion.min-body asks for \(needed) at least"
        case .signingKeyMissing:
            "no key to sign exports: give --signing-key PEM|FOLDER or set AVVISO_SIGNING_KEY; avviso keys generate makes one"
        case .signingKeyShared:
            "settings and index need a signing key of their own, not that of the exports: avviso keys generate makes one"
        case .unsigned:
            "no key to sign settings and key index: give --message-signing-key PEM or set AVVISO_MESSAGE_SIGNING_KEY (avviso "
                + "keys generate makes one), or say --unsigned to try out"
        case .proxyUnchecked:
            "portal.url says that a proxy is in front of the internal listener, through which strangers could authorise "
                + "codes: set internal.token or internal.tls-client-ca"
        case .sharedFile(let path):
            "others can use \(path), and its mode cannot be changed: run chmod go= \(path) as its owner"
        case .notAKeyFolder:
            "give the folder of the signing keys: --signing-key FOLDER; avviso keys init makes one"
        case .unreadable(let path):
            "the file \(path) cannot be read"
        case .noDatabase(let folder):
            "there is no database in \(folder): is --data right? avviso migrate makes one"
        case .attestationLacks(let setting):
            "the attestations that the settings ask for need \(setting): docs/attestation.md"
        case .unusableAttestationFile(let path, let problem):
            "the file \(path) \(problem)"
        case .clockHeld(let hold):
            "the clock is \(hold.difference) of the expected time: what is right would look wrong and be changed; if the "
                + "present time is right, say so first: avviso clock confirm"
        case .testRoot(let path):
            "\(path) is the root of an emulator, whose attestations anybody can make: for tests set analytics.test-evidence=true"
        }
    }
}
