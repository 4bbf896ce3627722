public import ExposurePrimitives

/// The number of an account, which the authority draws at registration. It is no secret and grants nothing.
public struct RegistrationID: Hashable, Comparable, Sendable, Redacted {
    private let value: Bytes16

    public init(_ value: Bytes16) {
        self.value = value
    }

    public static func random(using generator: inout some RandomNumberGenerator) -> RegistrationID {
        RegistrationID(Bytes16.random(using: &generator))
    }

    public static func < (lhs: RegistrationID, rhs: RegistrationID) -> Bool {
        lhs.value < rhs.value
    }

    public var exposedValue: Bytes16 { value }
    public var exposedBytes: [UInt8] { value.bytes }
}
