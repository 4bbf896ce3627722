public import ExposurePrimitives
import WireFormat

/// An operator's request for a code, as JSON: `{"firstDay": "2021-02-19", "lastDay": "2021-03-01"}`.
public struct CodeRequest: Hashable, Sendable {
    /// The days on which the person was infectious.
    public let window: ClosedRange<CalendarDay>

    public init(window: ClosedRange<CalendarDay>) {
        self.window = window
    }

    /// Nil unless both days are there, in their order.
    public init?(parsing body: [UInt8]) {
        guard let value = try? JSONValue(parsing: body), let first = value["firstDay"]?.day,
            let last = value["lastDay"]?.day, first <= last
        else {
            return nil
        }
        self.init(window: first...last)
    }

    public var body: [UInt8] {
        let value: JSONValue = [
            "firstDay": .string("\(window.lowerBound)"), "lastDay": .string("\(window.upperBound)"),
        ]
        return value.encoded
    }
}

/// The code for an operator, as JSON: `{"code": "…"}`.
public struct CodeAnswer: Sendable {
    public let code: ReportCode

    public init(code: ReportCode) {
        self.code = code
    }

    /// Nil unless there is a code.
    public init?(parsing body: [UInt8]) {
        guard let value = try? JSONValue(parsing: body), case .string(let text)? = value["code"],
            let code = try? ReportCode(text)
        else {
            return nil
        }
        self.init(code: code)
    }

    public var exposedBody: [UInt8] {
        let value: JSONValue = ["code": .string(code.exposedText)]
        return value.encoded
    }
}

extension JSONValue {
    fileprivate var day: CalendarDay? {
        guard case .string(let text) = self else {
            return nil
        }
        return CalendarDay(iso: text)
    }
}
