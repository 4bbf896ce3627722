import ExposurePrimitives
import ImmuniAPI
import Localisation
import PortalSections

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
        guard let day = TypedDay.day(in: text) else {
            return (nil, CodeText.dayUnreadable)
        }
        guard days.contains(day) else {
            return (nil, CodePhrase.dayOutside(TypedDay.shown(days.lowerBound), TypedDay.shown(days.upperBound)))
        }
        return (day, nil)
    }
}
