import ClientKit
import ImmuniAPI
import LoadGeneration
import PhonePorts
import WireFormat

/// The background session of a phone: settings, the index of the chunks, and the chunk that is new to it.
struct DownloadVisit: LoadSession {
    /// Nil if no chunk is on offer.
    let newestChunk: Int?

    var steps: [LoadStep] {
        let index = LoadKind("immuni key index", ImmuniEndpoint.keyIndex, expected: [newestChunk == nil ? 404 : 200])
        return [LoadStep(Self.settings, after: 0), LoadStep(index, after: 0.2)]
            + (newestChunk == nil ? [] : [LoadStep(Self.chunk, after: 0.4)])
    }

    func request(_ step: Int) -> PhoneRequest? {
        switch step {
        case 0: .immuni(ImmuniEndpoint.settings.path + "?platform=ios&build=1")
        case 1: .immuni(ImmuniEndpoint.keyIndex.path)
        default: newestChunk.map { .immuni(ImmuniEndpoint.keyChunk.path("\($0)"), limit: PhoneRequest.fileLimit) }
        }
    }

    /// The index before the day, when nobody knows whether there are chunks.
    static let firstIndex = LoadKind("immuni key index", ImmuniEndpoint.keyIndex, expected: [200, 404])
    private static let settings = LoadKind("immuni settings", ImmuniEndpoint.settings, expected: [200])
    private static let chunk = LoadKind("immuni key chunk", ImmuniEndpoint.keyChunk, expected: [200])
}

extension PhoneRequest {
    /// A download as Immuni's app makes it.
    static func immuni(_ target: String, limit: Int = PhoneRequest.documentLimit) -> PhoneRequest {
        PhoneRequest(host: .download, method: .get, target: target, headers: CommonHeaders.all, answerLimit: limit)
    }
}
