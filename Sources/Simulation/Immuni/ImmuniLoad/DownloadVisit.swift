import ClientKit
import ImmuniAPI
import LoadGeneration
import PhonePorts
import WireFormat

/// The background session of a phone: settings, and the index of the chunks.
struct DownloadVisit: LoadSession {
    func request(_ step: Int) -> PhoneRequest? {
        .immuni(step == 0 ? ImmuniEndpoint.settings.path + "?platform=ios&build=1" : ImmuniEndpoint.keyIndex.path)
    }

    /// - Parameters:
    ///   - settings: bytes of the settings as JSON.
    ///   - hasChunks: whether any chunk is on offer.
    static func steps(settings: Int, hasChunks: Bool) -> [LoadStep] {
        let index = index(expecting: [hasChunks ? 200 : 404])
        return [LoadStep(Self.settings(of: settings), after: 0), LoadStep(index, after: 0.2)]
    }

    static func chunk(of keys: Double) -> LoadKind {
        LoadKind(
            "immuni key chunk",
            ImmuniEndpoint.keyChunk,
            expected: [200],
            LoadKind.Sizes(sent: 91, received: Int((keys * bytesPerKey).rounded()) + headOfChunk)
        )
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

/// The request for a chunk that is new to a phone.
struct ChunkVisit: LoadSession {
    let newest: Int

    func request(_ step: Int) -> PhoneRequest? {
        .immuni(ImmuniEndpoint.keyChunk.path("\(newest)"), limit: PhoneRequest.fileLimit)
    }
}

extension PhoneRequest {
    /// A download as Immuni's app makes it.
    static func immuni(_ target: String, limit: Int = PhoneRequest.documentLimit) -> PhoneRequest {
        PhoneRequest(host: .download, method: .get, target: target, headers: CommonHeaders.all, answerLimit: limit)
    }
}
