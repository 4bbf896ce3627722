public import AssociationProtocol
import ExposurePrimitives
import HeraldPayloads

/// The body of a signed request for the right to report: the code, and all batches by their digests.
public struct RightRequest: Sendable {
    public let code: ReportCode
    public let manifest: ReportManifest

    /// - Throws: `malformed` unless the manifest has ``AssociationLimits/batchCount`` batches.
    public init(code: ReportCode, manifest: ReportManifest) throws(AssociationError) {
        guard manifest.batches.count == AssociationLimits.batchCount else {
            throw .malformed
        }
        self.code = code
        self.manifest = manifest
    }

    /// The code's twelve characters, then the digests.
    public var exposedBytes: [UInt8] { code.exposedSecret.exposedBytes + manifest.bytes }

    public init(parsing bytes: [UInt8]) throws(AssociationError) {
        let text = String(decoding: bytes.prefix(ReportCode.length), as: UTF8.self)
        guard let code = try? ReportCode(text) else {
            throw .malformed
        }
        try self.init(code: code, manifest: ReportManifest(parsing: bytes.dropFirst(ReportCode.length)))
    }
}

/// The answer to a request for the right to report. A refusal has the same size.
public struct RightAnswer: Hashable, Sendable {
    /// Nil for a refusal.
    public let right: RightID?
    /// Whether each batch of the manifest has arrived, in its order.
    public let received: [Bool]

    public init(right: RightID, received: [Bool]) {
        self.right = right
        self.received = received
    }

    private init() {
        right = nil
        received = [Bool](repeating: false, count: AssociationLimits.batchCount)
    }

    public static let refused = RightAnswer()

    /// Version 1 ‖ 1 if granted ‖ right 16 ‖ one byte for each batch: 1 if it has arrived.
    public var exposedBytes: [UInt8] {
        let right = right?.exposedBytes ?? [UInt8](repeating: 0, count: Bytes16.count)
        return [version, self.right == nil ? 0 : 1] + right + received.map { $0 ? 1 : 0 }
    }

    public init(parsing bytes: [UInt8]) throws(AssociationError) {
        var reader = ByteReader(bytes, failure: AssociationError.wrongLength(bytes.count))
        guard try reader.read(UInt8.self) == version else {
            throw .malformed
        }
        let isGranted = try reader.read(UInt8.self) == 1
        guard let right = Bytes16(try reader.readBytes(Bytes16.count)) else {
            throw .malformed
        }
        let received = try reader.readBytes(AssociationLimits.batchCount).map { $0 == 1 }
        try reader.readEnd()
        self = isGranted ? RightAnswer(right: RightID(right), received: received) : .refused
    }
}
