public import CoronaWarnAPI
public import ExposurePrimitives
import WireFormat

/// A test whose QR code was read: what the phone registers, without anything else of the code.
public struct ScannedTest: Codable, Hashable, Sendable {
    /// Rapid tests and tests at the point of care have QR codes of one form, so both are
    /// ``/CoronaWarnAPI/TestKind/rapid`` here. The result tells which.
    public let kind: TestKind
    /// When the sample was taken, if the QR code says so.
    public let sampledAt: UnixTime?
    let identifier: TestIdentifier
    /// With the birth date, if the person entered one.
    let birthDateIdentifier: TestIdentifier?

    /// Reads the text of a QR code.
    ///
    /// - Parameters:
    ///   - birthDate: for sheets that ask for one. Only its hash is kept.
    ///   - today: the day of the phone, after which nobody is born.
    public init(_ text: String, birthDate: CalendarDay? = nil, today: CalendarDay) throws(ScanRefusal) {
        guard text.utf8.count <= Self.maxLength else {
            throw .tooLong
        }
        if text.hasPrefix(Self.rapidAddress) {
            guard birthDate == nil else {
                throw .birthDateNotAsked
            }
            try self.init(rapid: text.dropFirst(Self.rapidAddress.count))
        } else {
            try self.init(laboratory: text, birthDate: birthDate, today: today)
        }
    }

    private init(laboratory text: String, birthDate: CalendarDay?, today: CalendarDay) throws(ScanRefusal) {
        guard let code = TestCode(scanned: text) else {
            throw text.hasPrefix(Self.laboratoryAddress) ? .malformed : .otherCode
        }
        if let birthDate {
            guard birthDate <= today, birthDate >= today.advanced(byDays: -Self.maxAge) else {
                throw .impossibleBirthDate
            }
        }
        kind = .pcr
        sampledAt = nil
        identifier = TestIdentifier(hashing: code)
        birthDateIdentifier = birthDate.map { TestIdentifier(hashing: code, birthDate: $0) }
    }

    private init(rapid text: Substring) throws(ScanRefusal) {
        guard let mark = text.firstIndex(of: "#"), text[..<mark] == Self.rapidVersion else {
            throw text.hasPrefix(Self.rapidVersion) ? .malformed : .otherVersion
        }
        guard let content = Base64URL.decode(text[text.index(after: mark)...]) else {
            throw .malformed
        }
        let (hash, time) = try RapidTestCode.read(content)
        guard let identifier = TestIdentifier(rapidTest: hash) else {
            throw .malformed
        }
        kind = .rapid
        sampledAt = time
        self.identifier = identifier
        birthDateIdentifier = nil
    }

    /// The maximum number of bytes in the text. Codes of rapid tests carry names.
    public static let maxLength = 1000
    private static let laboratoryAddress = "https://localhost/?"
    private static let rapidAddress = "https://s.coronawarn.app?v="
    private static let rapidVersion = "1"
    /// Days: 130 years.
    private static let maxAge = 47_482
}

/// The content of a rapid test's QR code. Its names and birth date are skipped, because the phone has no use for them.
private enum RapidTestCode {
    static func read(_ content: [UInt8]) throws(ScanRefusal) -> (hash: String, time: UnixTime?) {
        var hash: String?
        var time: Int?
        do throws(JSONError) {
            var reader = JSONReader(content)
            try reader.readObject { reader, name throws(JSONError) in
                switch name {
                case "hash": hash = try reader.readString()
                case "timestamp": time = try reader.readInteger(in: CoronaWarnLimits.sampleCollection)
                default: _ = try reader.readValue()
                }
            }
            try reader.readEnd()
        } catch {
            throw .malformed
        }
        guard let hash else {
            throw .malformed
        }
        return (hash, time.map { UnixTime(Int64($0)) })
    }
}

/// The reason why a QR code cannot be used. It holds nothing of the code.
public enum ScanRefusal: Error, Hashable, Sendable, CaseIterable {
    /// The text is longer than any code of a test.
    case tooLong
    /// The code is not one of a test.
    case otherCode
    /// The code begins as one of a test, but it is damaged.
    case malformed
    /// The code is of a form that this app does not know yet.
    case otherVersion
    /// The birth date is in the future, or too long ago.
    case impossibleBirthDate
    /// Rapid tests have the birth date in their code already.
    case birthDateNotAsked
}
