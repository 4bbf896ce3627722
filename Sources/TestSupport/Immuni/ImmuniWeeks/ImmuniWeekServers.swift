import ExposurePrimitives
import ExposureTesting
import Foundation
import ImmuniAPI
import ImmuniAppConfiguration
import MessageSignatures
import PhonePorts
import PhoneWeeks
import SettingsDocuments
import WireFormat

/// Immuni's servers with the demo's settings and a chunk every four hours. They accept every code.
struct ImmuniWeekServers: WeekServers {
    let authority = WeekAuthority()
    private let meter: PhoneMeter
    private let settings: [UInt8]
    /// The end of the first chunk's part of a day.
    private let first: UnixTime

    /// Seconds from one chunk to the next.
    private static let period: Int64 = 14_400

    init(_ platform: SettingsRequest.Platform, _ meter: PhoneMeter) throws {
        self.meter = meter
        first = meter.clock.now().utcDay.startInUTC
        let preset = try JSONValue(parsing: SettingsPreset.builtIn(named: "demo") ?? [])
        let values = try SettingsDocument(parsing: preset).effective(for: platform, build: 1)
        let members = values.sorted { $0.key < $1.key }.map { JSONValue.Member(name: $0.key, value: $0.value) }
        settings = JSONValue.object(members).encoded
    }

    func send(_ request: PhoneRequest) async throws(HTTPExchangeError) -> HTTPAnswer {
        guard request.method == .get else {
            return HTTPAnswer(status: 204)
        }
        do {
            return try await file(at: request.target)
        } catch {
            throw .interrupted
        }
    }

    private func file(at target: String) async throws -> HTTPAnswer {
        let newest = Int(meter.clock.now().seconds(since: first) / Self.period) + 1
        switch target.prefix(while: { $0 != "?" }) {
        case ImmuniEndpoint.settings.path[...]: return try signed(settings, at: target, sequence: 1)
        case ImmuniEndpoint.keyIndex.path[...]:
            let index = ChunkIndex(oldest: 1, newest: newest)
            return try signed(index?.body ?? [], at: target, sequence: Int64(newest))
        case let path where path.hasPrefix("/docs/"): return HTTPAnswer(status: 200, body: Self.questions)
        default:
            let number = target.split(separator: "/").last.flatMap { Int64($0) } ?? 0
            let end = first.advanced(bySeconds: (number - 1) * Self.period)
            let start = end.advanced(bySeconds: -Self.period)
            return HTTPAnswer(status: 200, body: try await authority.archive(from: start, to: end, region: "222"))
        }
    }

    private func signed(_ body: [UInt8], at target: String, sequence: Int64) throws -> HTTPAnswer {
        let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
        let content = try SignedContent(
            digest: ContentDigest(of: body),
            path: parts[0],
            query: parts.count == 2 ? parts[1] : nil,
            sequence: sequence
        )
        let input = content.input(created: meter.clock.now(), keyID: authority.keyID)
        let signature = try authority.signature(of: content.signatureBase(for: input))
        let fields = content.fields(for: input, signature: signature)
        return HTTPAnswer(status: 200, headers: fields.map { .init($0.field.rawValue, $0.value) }, body: body)
    }

    func headSize(of answer: HTTPAnswer, to request: PhoneRequest) -> Int {
        request.method == .post ? Self.paddedAnswer : answer.headers.isEmpty ? Self.fileHead : Self.signedHead
    }

    /// Bytes of the head of a chunk or the FAQ, and of a signed document.
    private static let (fileHead, signedHead) = (236, 593)
    /// As long as the demo's FAQ in English.
    private static let questions = Array(
        #"{"faqs":[{"title":"Title","content":"\#(String(repeating: "x", count: 592))"}]}"#.utf8
    )
}
