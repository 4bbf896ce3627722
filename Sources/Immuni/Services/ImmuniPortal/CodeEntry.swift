import ExposurePrimitives
import ImmuniAPI
import Localisation

/// An operator's input for authorising a code, and its errors.
struct CodeEntry: Sendable {
    let typedCode: String
    let typedDay: String
    /// Nil if the input has an error.
    let authorisation: OTPAuthorisation?
    let codeFault: (any LocalisedText)?
    let dayFault: (any LocalisedText)?

    init(code: String, day: String, today: CalendarDay) {
        typedCode = code
        typedDay = day
        let otp: OneTimePassword?
        (otp, codeFault) = Self.read(code)
        let onset: CalendarDay?
        (onset, dayFault) = Self.read(day, within: OTPAuthorisation.days(until: today))
        authorisation = otp.flatMap { otp in
            onset.map { OTPAuthorisation(otp: otp, symptomsStartedOn: $0) }
        }
    }

    private static func read(_ code: String) -> (OneTimePassword?, (any LocalisedText)?) {
        let plain = OneTimePassword.plain(code)
        guard !plain.isEmpty else {
            return (nil, CodeText.codeMissing)
        }
        // Checked before the length: the person can read the unknown letter again.
        if let unknown = plain.first(where: { !OneTimePassword.alphabet.contains($0.asciiValue ?? 0) }) {
            return (nil, CodePhrase.codeUnknown(String(unknown)))
        }
        do throws(OneTimePassword.Failure) {
            return (try OneTimePassword(plain), nil)
        } catch {
            switch error {
            case .wrongLength(let count): return (nil, CodePhrase.codeLength("\(count)"))
            case .unknownCharacter, .wrongCheckDigit: return (nil, CodeText.codeWrong)
            }
        }
    }

    private static func read(
        _ typed: String,
        within days: ClosedRange<CalendarDay>
    ) -> (CalendarDay?, (any LocalisedText)?) {
        let text = typed.filter { !$0.isWhitespace }
        guard !text.isEmpty else {
            return (nil, CodeText.dayMissing)
        }
        guard let day = CalendarDay(iso: text) ?? CalendarDay(iso: isoForm(text)) else {
            return (nil, CodeText.dayUnreadable)
        }
        guard days.contains(day) else {
            return (nil, CodePhrase.dayOutside(shown(days.lowerBound), shown(days.upperBound)))
        }
        return (day, nil)
    }

    /// `5/11/2026`, `05.11.2026` and `5-11-2026`, the forms of a day in all our languages, converted to ISO 8601.
    private static func isoForm(_ text: String) -> String {
        let parts = text.split(omittingEmptySubsequences: false) { "/.-".contains($0) }
        guard parts.count == 3 else {
            return ""
        }
        func padded(_ part: Substring) -> String { part.count == 1 ? "0\(part)" : String(part) }
        return "\(parts[2])-\(padded(parts[1]))-\(padded(parts[0]))"
    }

    /// A day in a form that people of all our languages read.
    static func shown(_ day: CalendarDay) -> String {
        let (year, month, day) = day.components
        return "\(day < 10 ? "0" : "")\(day)/\(month < 10 ? "0" : "")\(month)/\(year)"
    }
}
