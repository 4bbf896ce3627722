import ClientKit
import ExposurePrimitives
import Foundation
import ImmuniAPI
import KeyExport
import Localisation
import MessageSignatures
import PhonePorts
import WireFormat

/// The app's requests to the authority's servers. It has no state.
struct AuthorityClient: Sendable {
    let app: MobileClient.App
    let transport: any PhoneTransport
    let clock: any WallClock

    func settings() async -> SettingsAnswer {
        do throws(MobileClientError) {
            let target = ImmuniEndpoint.settings.path + "?platform=\(app.platform.rawValue)&build=\(app.build)"
            let response = try await get(target)
            guard response.status == 200 else {
                throw .unexpectedStatus(response.status)
            }
            let statement = try verify(response, to: target, as: .settings)
            guard let settings = try? AppSettings(parsing: Data(response.body)) else {
                throw .malformedAnswer
            }
            return .fetched(settings, statement, serverTime: statement?.created ?? response.date)
        } catch {
            return .failed(error)
        }
    }

    /// The FAQ; nil if there is no usable one.
    func faq(_ target: String, in language: Language) async -> StoredFAQ? {
        guard let response = try? await get(target), response.status == 200, let faq = FAQ(parsing: response.body)
        else {
            return nil
        }
        return StoredFAQ(faq: faq, language: language, fetchedAt: clock.now())
    }

    /// The index; nil if no chunk is on offer.
    func chunkIndex() async throws(MobileClientError) -> FetchedIndex? {
        let response = try await get(ImmuniEndpoint.keyIndex.path)
        switch response.status {
        case 200:
            let statement = try verify(response, to: ImmuniEndpoint.keyIndex.path, as: .keyIndex)
            guard let index = try? ChunkIndex(parsing: response.body) else {
                throw .malformedAnswer
            }
            return FetchedIndex(index: index, sequence: statement?.sequence)
        case APIError.noChunks.status:
            return nil
        default:
            throw .unexpectedStatus(response.status)
        }
    }

    /// A chunk; nil if it expired since the index was fetched.
    func chunk(_ index: Int) async throws(MobileClientError) -> FetchedChunk? {
        let response = try await get(ImmuniEndpoint.keyChunk.path(String(index)), limit: PhoneRequest.fileLimit)
        switch response.status {
        case 200:
            do {
                return try FetchedChunk(index: index, archive: response.body, trusted: app.exportVerifier)
            } catch {
                throw .chunkRefused(index: index, error)
            }
        case APIError.chunkNotFound.status:
            return nil
        default:
            throw .unexpectedStatus(response.status)
        }
    }

    func send(_ request: PhoneRequest) async throws(MobileClientError) -> HTTPAnswer {
        do {
            return try await transport.send(request)
        } catch {
            throw .transport(error)
        }
    }

    private func get(
        _ target: String,
        limit: Int = PhoneRequest.documentLimit
    ) async throws(MobileClientError) -> HTTPAnswer {
        try await send(
            PhoneRequest(host: .download, method: .get, target: target, headers: CommonHeaders.all, answerLimit: limit)
        )
    }

    /// Checks that the authority signed a document for this request, and recently. Nothing is checked if the app has no
    /// key for messages.
    ///
    /// - Returns: the number that the state compares with those seen before; nil without a key.
    private func verify(
        _ response: HTTPAnswer,
        to target: String,
        as document: SignedDocument
    ) throws(MobileClientError) -> MessageVerifier.Statement? {
        guard let verifier = app.messageVerifier else {
            return nil
        }
        let message = MessageVerifier.Message(
            target: target,
            fields: response.headers.map { ($0.name, $0.value) },
            content: response.body
        )
        do {
            return try verifier.statement(of: message, maxAge: document.maxAge, now: clock.now())
        } catch {
            throw .messageRefused(document, error)
        }
    }
}

/// The result of a request for settings.
enum SettingsAnswer: Sendable {
    /// The settings with the statement of their signature, nil if the app has no key for messages. The authority's time
    /// is that of the signature, or else of the answer, nil if it has none.
    case fetched(AppSettings, MessageVerifier.Statement?, serverTime: UnixTime?)
    case failed(MobileClientError)
}

/// An index with a valid signature.
struct FetchedIndex: Sendable {
    let index: ChunkIndex
    let sequence: Int64?
}

/// A chunk with a valid signature.
struct FetchedChunk {
    let report: DetectionReport.Chunk
    let export: VerifiedExport

    init(index: Int, archive bytes: [UInt8], trusted verifier: ExportVerifier) throws(ExportError) {
        export = try ExportArchive(zip: bytes).verified(by: verifier)
        try ExportGroup.check([export.contents.metadata])
        report = DetectionReport.Chunk(index: index, byteCount: bytes.count, keyCount: export.contents.keyCount)
    }
}
