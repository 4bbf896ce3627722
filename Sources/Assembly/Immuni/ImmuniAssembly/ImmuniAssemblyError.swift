package import FileStorage
package import SettingsDocuments

/// The reason why Immuni's services cannot be assembled, in words for their operator.
package enum ImmuniAssemblyError: Error, Hashable, CustomStringConvertible {
    /// There is no key for messages, and it may not be missing.
    case unsigned
    case presetMissing
    case presetUnknown(String)
    case presetRefused(SettingsRefusal)
    /// The path of a file.
    case unusableQuestions(String)
    /// `teks_packet_size`, and the size that `ingestion.min-body` requires.
    case packetsTooSmall(size: Int, needed: Int)
    case file(FileError)

    package var description: String {
        switch self {
        case .unsigned:
            "no key to sign settings and key index: give --message-signing-key PEM or set AVVISO_MESSAGE_SIGNING_KEY (avviso "
                + "keys generate makes one), or say --unsigned to try out"
        case .presetMissing:
            "no settings for the apps: give --preset NAME|FILE or set AVVISO_PRESET (\"demo\" is built in)"
        case .presetUnknown(let name):
            "the preset \"\(name)\" is neither built in (\"demo\") nor a readable file"
        case .presetRefused(let error):
            "the preset cannot be used: \(error)"
        case .unusableQuestions(let path):
            "the file \(path) has no questions and answers: {\"faqs\":[{\"title\":\"…\",\"content\":\"…\"}]}, at most 1 MiB"
        case .packetsTooSmall(let size, let needed):
            "phones would be refused: teks_packet_size is \(size), but ingestion.min-body needs at least \(needed); "
                + "change one of the two settings"
        case .file(let error):
            error.description
        }
    }
}
