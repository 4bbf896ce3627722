import ClientKit
import ImmuniAPI
import LoadGeneration
import PhonePorts
import WireFormat

/// The background session of a phone: settings, the index of the chunks, and the chunks that are new to it.
struct DownloadVisit: LoadSession {
    /// Nil if no chunk is on offer.
    let newestChunk: Int?

    /// What is new to a phone.
    struct Chunks {
        let count: Int
        /// Keys in all of them.
        let keys: Double
    }

    func request(_ step: Int) -> PhoneRequest? {
        switch step {
        case 0: .immuni(ImmuniEndpoint.settings.path + "?platform=ios&build=1")
        case 1: .immuni(ImmuniEndpoint.keyIndex.path)
        default: newestChunk.map { .immuni(ImmuniEndpoint.keyChunk.path("\($0)"), limit: PhoneRequest.fileLimit) }
        }
    }

    static func steps(_ chunks: Chunks, settings: Int) -> [LoadStep] {
        let size = Int((chunks.keys / Double(chunks.count) * bytesPerKey).rounded()) + headOfChunk
        let chunk = LoadKind(
            "immuni key chunk",
            ImmuniEndpoint.keyChunk,
            expected: [200],
            LoadKind.Sizes(sent: 91, received: size)
        )
        return [LoadStep(Self.settings(of: settings), after: 0), LoadStep(index(expecting: [200]), after: 0.2)]
            + (0..<chunks.count).map { LoadStep(chunk, after: 0.4 + 0.2 * Double($0)) }
    }

    /// The same while no chunk is on offer.
    static func stepsWithoutChunk(settings: Int) -> [LoadStep] {
        [LoadStep(Self.settings(of: settings), after: 0), LoadStep(index(expecting: [404]), after: 0.2)]
    }

    /// - Parameter bytes: of the settings as JSON.
    static func settings(of bytes: Int) -> LoadKind {
        LoadKind(
            "immuni settings",
            ImmuniEndpoint.settings,
            expected: [200],
            .init(sent: 114, received: bytes + headOfSettings)
        )
    }

    static func index(expecting statuses: Set<Int>) -> LoadKind {
        LoadKind("immuni key index", ImmuniEndpoint.keyIndex, expected: statuses, .init(sent: 95, received: 551))
    }

    /// The answer's head, with the signature.
    private static let headOfSettings = 591
    /// docs/benchmarks.md, "export: size", of a run whose keys fit into one chunk.
    private static let bytesPerKey = 17.6
    /// Names, signature and directory of the archive, and the answer's head.
    private static let headOfChunk = 610
}

/// The request of a phone whose owner opens the app for the first time in its process.
struct ColdStartVisit: LoadSession {
    func request(_ step: Int) -> PhoneRequest? { DownloadVisit(newestChunk: nil).request(0) }
}

extension PhoneRequest {
    /// A download as Immuni's app makes it.
    static func immuni(_ target: String, limit: Int = PhoneRequest.documentLimit) -> PhoneRequest {
        PhoneRequest(host: .download, method: .get, target: target, headers: CommonHeaders.all, answerLimit: limit)
    }
}
