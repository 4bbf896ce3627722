import ExposurePrimitives
import WireFormat

/// The body of `POST /version/v1/registrationToken`: a phone shows once that it has a test or a teleTAN.
public struct RegistrationTokenRequest: Sendable {
    public let key: Key
    /// Nil in requests of the published apps.
    public let nonce: PhoneNonce?

    /// What a phone registers with.
    public enum Key: Equatable, Sendable {
        /// The identifier of a test, and for a test that was ordered with a birth date the one with it.
        case test(TestIdentifier, birthDate: TestIdentifier?)
        case teleTAN(TeleTAN)
    }

    public init(key: Key, nonce: PhoneNonce? = nil) {
        self.key = key
        self.nonce = nonce
    }

    /// Reads a body. Unknown members are skipped, as the shipped server does.
    ///
    /// - Throws: `notCompliant` for any violation, also for a teleTAN with a wrong check character.
    public init(parsing body: [UInt8]) throws(CoronaWarnError) {
        var key, kind, birthDate, padding: String?
        do throws(JSONError) {
            var reader = JSONReader(body)
            try reader.readObject { reader, name throws(JSONError) in
                switch name {
                case "key": key = try reader.readOptionalString()
                case "keyType": kind = try reader.readOptionalString()
                case "keyDob": birthDate = try reader.readOptionalString()
                case "requestPadding": padding = try reader.readOptionalString()
                default: _ = try reader.readValue()
                }
            }
            try reader.readEnd()
        } catch {
            throw .notCompliant
        }
        guard let key, let kind = kind.flatMap(KeyKind.init(rawValue:)) else {
            throw .notCompliant
        }
        self.init(key: try Self.key(kind, key, birthDate: birthDate), nonce: padding.flatMap(PhoneNonce.init(padding:)))
    }

    private static func key(_ kind: KeyKind, _ text: String, birthDate: String?) throws(CoronaWarnError) -> Key {
        switch kind {
        case .code:
            guard let code = TestIdentifier(code: text) else {
                throw .notCompliant
            }
            guard let birthDate else {
                return .test(code, birthDate: nil)
            }
            guard let identifier = TestIdentifier(codeOrBirthDate: birthDate) else {
                throw .notCompliant
            }
            return .test(code, birthDate: identifier)
        case .teleTAN:
            // A birth date belongs to a test. The shipped server ignores one beside a teleTAN, if it is well-formed.
            guard birthDate.map({ TestIdentifier(codeOrBirthDate: $0) != nil }) != false else {
                throw .notCompliant
            }
            do throws(DictatedCode.Failure) {
                return .teleTAN(try TeleTAN(text))
            } catch {
                throw .notCompliant
            }
        }
    }

    /// The body, filled up to ``CoronaWarnLimits/requestSize``.
    public func exposedBody() -> [UInt8] {
        var members: [JSONValue.Member] = []
        switch key {
        case .test(let code, let birthDate):
            members.append(.init(name: "key", value: .string(code.exposedText)))
            members.append(.init(name: "keyType", value: .string(KeyKind.code.rawValue)))
            if let birthDate {
                members.append(.init(name: "keyDob", value: .string(birthDate.exposedText)))
            }
        case .teleTAN(let teleTAN):
            members.append(.init(name: "key", value: .string(teleTAN.exposedText)))
            members.append(.init(name: "keyType", value: .string(KeyKind.teleTAN.rawValue)))
        }
        return PaddedObject.request(members, nonce: nonce)
    }

    private enum KeyKind: String {
        case code = "GUID"
        case teleTAN = "TELETAN"
    }
}
