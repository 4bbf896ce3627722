public import ExposurePrimitives
import GAENCore
public import MessageSignatures
import SwiftProtobuf

/// The keys that one authority gives to another at once.
///
/// Origin, destination and number are signed with the keys, so a batch counts once, and only where it is meant for.
public struct FederationBatch: Equatable, Sendable {
    public let origin: RegionCode
    public let destination: RegionCode
    /// From 1, for each destination.
    public let number: Int
    /// Sorted by their bytes, without repetitions.
    public let keys: [FederatedKey]

    public init(origin: RegionCode, destination: RegionCode, number: Int, keys: [FederatedKey]) {
        self.origin = origin
        self.destination = destination
        self.number = number
        self.keys = keys.sorted { $0.key.keyData < $1.key.keyData }
    }

    /// Reads a batch, without the expectations of its receiver.
    public init(parsing body: [UInt8]) throws(FederationRefusal) {
        guard body.count <= FederationLimits.body else {
            throw .malformed
        }
        var options = BinaryDecodingOptions()
        options.discardUnknownFields = true
        options.messageDepthLimit = 3
        guard let wire = try? WireFederationBatch(serializedBytes: body, options: options),
            let origin = RegionCode(wire.origin), origin.isCountry,
            let destination = RegionCode(wire.destination), destination.isCountry,
            let number = Int(exactly: wire.number), FederationLimits.numbers.contains(number),
            wire.keys.count <= FederationLimits.keys
        else {
            throw .malformed
        }
        var keys: [FederatedKey] = []
        for wireKey in wire.keys {
            let key = try FederatedKey(wireKey, from: origin)
            if let last = keys.last, last.key.keyData >= key.key.keyData {
                throw .unsorted
            }
            guard key.visitedCountries.contains(destination) else {
                throw .notForUs
            }
            keys.append(key)
        }
        (self.origin, self.destination, self.number, self.keys) = (origin, destination, number, keys)
    }

    /// The signed bytes. Their name lets a search for `exposed` find every use of keys.
    public func exposedBody() -> [UInt8] {
        var wire = WireFederationBatch()
        wire.keys = keys.map { $0.wire(from: origin) }
        (wire.origin, wire.destination, wire.number) = (origin.text, destination.text, UInt32(number))
        guard let bytes: [UInt8] = try? wire.serializedBytes() else {
            preconditionFailure("a message without required fields can be written")
        }
        return bytes
    }
}

// MARK: - Receiving

/// What a receiver expects of a partner's batch.
public struct FederationExpectation: Sendable {
    public let origin: RegionCode
    public let destination: RegionCode
    /// The number that the answer states outside the signature.
    public let number: Int
    public let key: MessageVerificationKey

    public init(origin: RegionCode, destination: RegionCode, number: Int, key: MessageVerificationKey) {
        self.origin = origin
        self.destination = destination
        self.number = number
        self.key = key
    }

    /// The batch of a body, if all of it is as expected. The signature comes first, so nothing unsigned is parsed.
    public func batch(
        parsing body: [UInt8],
        signature: [UInt8],
        now: UnixTime
    ) throws(FederationRefusal) -> FederationBatch {
        guard body.count <= FederationLimits.body else {
            throw .malformed
        }
        guard key.isValid(signature, over: body) else {
            throw .wrongSignature
        }
        let batch = try FederationBatch(parsing: body)
        guard batch.origin == origin else {
            throw .otherOrigin
        }
        guard batch.destination == destination else {
            throw .notForUs
        }
        guard batch.number == number else {
            throw .otherNumber
        }
        guard batch.keys.allSatisfy({ $0.key.rollingStart.start <= now }) else {
            throw .futureKeys
        }
        return batch
    }
}

/// The reason why a partner's batch is refused. The raw value is kept, and shown to the operator.
public enum FederationRefusal: String, Error, Hashable, Sendable, CaseIterable {
    case malformed
    case wrongSignature = "wrong-signature"
    /// The batch, or a key, is not of the partner's own country.
    case otherOrigin = "other-origin"
    /// The batch is for another country, or a key does not name this one.
    case notForUs = "not-for-us"
    /// The signed number is not the one of the answer.
    case otherNumber = "other-number"
    /// The keys are not sorted, or one is repeated.
    case unsorted
    case futureKeys = "future-keys"
}

/// The limits of batches. Both sides keep them.
public enum FederationLimits {
    /// The maximum number of keys in a batch, as at the European gateway.
    public static let keys = 4000
    /// The maximum size of a batch in bytes. A key with ``countries`` countries takes less than 240.
    public static let body = 1_000_000
    /// The maximum number of countries that a key may name.
    public static let countries = 40
    public static let numbers = 1...Int(Int32.max)
    /// The values that the minimum number of keys in a batch may have.
    public static let minKeys = 1...keys
}

extension RegionCode {
    /// Whether the code is one of a country, not of the union.
    public var isCountry: Bool { text.utf8.count == 2 }
}
