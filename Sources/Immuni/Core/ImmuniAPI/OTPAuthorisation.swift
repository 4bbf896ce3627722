public import ExposurePrimitives
import WireFormat

/// The body of `POST /v1/otp`: a Healthcare Operator authorises the code that a person read out.
public struct OTPAuthorisation: Sendable {
    public let otp: OneTimePassword
    /// The day on which symptoms started; for a person without symptoms, the day of the test.
    public let symptomsStartedOn: CalendarDay

    public init(otp: OneTimePassword, symptomsStartedOn: CalendarDay) {
        self.otp = otp
        self.symptomsStartedOn = symptomsStartedOn
    }

    /// Reads and validates a body; `symptoms_started_on` must be within ``daysOfSymptoms`` up to `today`.
    public init(parsing body: [UInt8], today: CalendarDay) throws(APIError) {
        var otp: OneTimePassword?
        var symptomsStartedOn: CalendarDay?
        do throws(JSONError) {
            var reader = JSONReader(body)
            try reader.readObject { reader, name throws(JSONError) in
                switch name {
                case "otp":
                    let text = try reader.readString()
                    otp = try? OneTimePassword(text)
                case "symptoms_started_on":
                    symptomsStartedOn = try reader.readDay(in: Self.days(until: today))
                default:
                    throw .wrongMembers
                }
            }
            try reader.readEnd()
        } catch {
            throw .notCompliant
        }
        guard let otp, let symptomsStartedOn else {
            throw .notCompliant
        }
        self.init(otp: otp, symptomsStartedOn: symptomsStartedOn)
    }

    /// The maximum number of days between the onset of symptoms and today: the shipped servers' limit.
    public static let daysOfSymptoms = 180

    /// The days on which symptoms may have started, for an authorisation made on `today`.
    public static func days(until today: CalendarDay) -> ClosedRange<CalendarDay> {
        today.advanced(byDays: -daysOfSymptoms)...today
    }

    /// The body, for the operator's side.
    public var exposedBody: [UInt8] {
        let value: JSONValue = [
            "otp": .string(otp.exposedText), "symptoms_started_on": .string(symptomsStartedOn.description),
        ]
        return value.encoded
    }
}

extension JSONReader {
    /// Reads a `YYYY-MM-DD` string inside `range`.
    mutating func readDay(in range: ClosedRange<CalendarDay>) throws(JSONError) -> CalendarDay {
        guard let day = CalendarDay(iso: try readString()) else {
            throw .notCompliant
        }
        guard range.contains(day) else {
            throw .outOfRange
        }
        return day
    }

    /// Skips the `padding` member: letters and digits, up to 150 000 (Immuni Traffic Analysis Mitigation).
    mutating func skipPadding() throws(JSONError) {
        try skipLettersAndDigits(atMost: UploadLimits.paddingLength)
    }
}
