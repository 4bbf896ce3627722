/// A connection to a partner's server.
public protocol PartnerConnection: Sendable {
    /// The partner's first batch after a number; nil if there is none yet.
    func batch(after number: Int) async throws(PartnerConnectionError) -> OfferedBatch?

    /// Closes the connection. It must not be used afterwards.
    func close() async
}

/// A partner's answer, of which nothing is believed yet.
public struct OfferedBatch: Hashable, Sendable {
    /// The number that the answer states beside the batch; nil if it states none.
    public let number: Int?
    public let signature: [UInt8]
    public let body: [UInt8]

    public init(number: Int?, signature: [UInt8], body: [UInt8]) {
        self.number = number
        self.signature = signature
        self.body = body
    }
}

/// The reason why a partner gave no batch.
public enum PartnerConnectionError: Error, Hashable, Sendable {
    case unreachable
    /// No complete answer came, or one that is too large.
    case interrupted
    case refused(status: Int)
}

extension PartnerConnectionError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unreachable: "unreachable"
        case .interrupted: "interrupted"
        case .refused(let status): "status \(status)"
        }
    }
}
