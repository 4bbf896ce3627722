import ExposurePrimitives
import GAENCore
import SwiftProtobuf

/// The body of an upload: a protobuf message with the keys of one person.
public struct SubmissionPayload: Equatable, Sendable {
    public let keys: [SubmittedKey]
    /// The countries that the person visited; the server adds the origin.
    public let visitedCountries: [RegionCode]
    /// Nil means the server's country.
    public let origin: RegionCode?
    /// Whether the person agrees that other countries get the keys.
    public let consentsToFederation: Bool
    public let source: Source

    /// The kind of test behind an upload. Other types of the message are not part of this contract.
    public enum Source: Int, Sendable, CaseIterable, Codable {
        case pcr
        case rapid
    }

    public init(
        keys: [SubmittedKey],
        visitedCountries: [RegionCode],
        origin: RegionCode? = nil,
        consentsToFederation: Bool,
        source: Source = .pcr
    ) {
        self.keys = keys
        self.visitedCountries = visitedCountries
        self.origin = origin
        self.consentsToFederation = consentsToFederation
        self.source = source
    }

    /// Reads and validates a whole body in the order of the contract; any violation refuses all of it.
    ///
    /// Keys of the future and keys older than the retention are not violations.
    /// ``UploadRules/acceptedKeys(of:now:trusted:)`` drops them.
    public init(parsing body: [UInt8], rules: UploadRules) throws(CoronaWarnError) {
        let wire = try Self.decode(body)
        guard wire.keys.allSatisfy({ $0.rollingStartIntervalNumber.isMultiple(of: Int32(IntervalNumber.perDay)) }),
            (1...rules.maxKeyCount).contains(wire.keys.count)
        else {
            throw .notCompliant
        }
        origin = try Self.origin(wire.origin, rules: rules)
        var countries: [RegionCode] = []
        for text in wire.visitedCountries {
            guard let country = RegionCode(text), rules.supportedCountries.contains(country) else {
                throw .notCompliant
            }
            countries.append(country)
        }
        visitedCountries = countries
        var keys: [SubmittedKey] = []
        for key in wire.keys {
            keys.append(try SubmittedKey(key))
        }
        self.keys = keys
        guard let source = Source(rawValue: wire.submissionType.rawValue) else {
            throw .notCompliant
        }
        self.source = source
        consentsToFederation = wire.consentToFederation
    }

    private static func origin(_ text: String, rules: UploadRules) throws(CoronaWarnError) -> RegionCode? {
        guard text.contains(where: { $0 != " " }) else {
            return nil
        }
        guard text == rules.country.text else {
            throw .notCompliant
        }
        return rules.country
    }

    private static func decode(_ body: [UInt8]) throws(CoronaWarnError) -> WireSubmissionPayload {
        var options = BinaryDecodingOptions()
        options.discardUnknownFields = true
        options.messageDepthLimit = 4
        do {
            return try WireSubmissionPayload(serializedBytes: body, options: options)
        } catch {
            throw .notCompliant
        }
    }
}

// MARK: - Writing

extension SubmissionPayload {
    /// The body, filled up to exactly `size` bytes, so that neither the number of keys nor a fake shows.
    ///
    /// - Returns: nil if the content leaves fewer than ``minFillerSize`` bytes for the filler, or more than
    ///   ``maxFillerSize``.
    public func exposedBody(size: Int) -> [UInt8]? {
        guard let content: [UInt8] = try? wire.serializedBytes(), size >= content.count,
            (Self.minFillerSize...Self.maxFillerSize).contains(size - content.count)
        else {
            return nil
        }
        // Tag and length take three bytes for every filler of these sizes.
        let length = size - content.count - 3
        var filler = WireSubmissionPayload()
        filler.requestPadding.append(contentsOf: [UInt8](repeating: 0, count: length))
        // A message's fields may follow one another in any order.
        guard let bytes: [UInt8] = try? filler.serializedBytes() else {
            return nil
        }
        return content + bytes
    }

    private var wire: WireSubmissionPayload {
        var wire = WireSubmissionPayload()
        wire.keys = keys.map(\.wire)
        wire.visitedCountries = visitedCountries.map(\.text)
        if let origin {
            wire.origin = origin.text
        }
        wire.consentToFederation = consentsToFederation
        wire.submissionType = source == .pcr ? .pcr : .rapid
        return wire
    }

    /// The minimum size of the filler, in bytes with its tag and length: its length then takes two bytes.
    public static let minFillerSize = 131
    /// The maximum size of the filler.
    public static let maxFillerSize = 16_386
    /// The size of all uploads of our phone, in bytes. Fourteen keys and thirty countries take about 600.
    public static let phoneSize = 1024
}
