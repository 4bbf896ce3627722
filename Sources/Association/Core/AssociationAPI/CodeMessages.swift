public import ExposurePrimitives
import WireFormat

/// An operator's request for a code, as JSON: `{"firstDay": "2021-02-19", "lastDay": "2021-03-01"}`, and the operator's
/// name, if the program gives it: `"operator": "anna.rossi"`.
public struct CodeRequest: Hashable, Sendable {
    /// The days on which the person was infectious.
    public let window: ClosedRange<CalendarDay>

    /// As the program gives it.
    public let `operator`: String?

    public init(window: ClosedRange<CalendarDay>, operator: String? = nil) {
        self.window = window
        self.operator = `operator`
    }

    /// Nil unless both days are there, in their order, and a name is text.
    public init?(parsing body: [UInt8]) {
        guard let value = try? JSONValue(parsing: body), let first = value["firstDay"]?.day,
            let last = value["lastDay"]?.day, first <= last
        else {
            return nil
        }
        switch value["operator"] {
        case nil: self.init(window: first...last)
        case .string(let name): self.init(window: first...last, operator: name)
        default: return nil
        }
    }

    public var body: [UInt8] {
        let days: [JSONValue.Member] = [
            .init(name: "firstDay", value: .string("\(window.lowerBound)")),
            .init(name: "lastDay", value: .string("\(window.upperBound)")),
        ]
        let name = `operator`.map { JSONValue.Member(name: "operator", value: .string($0)) }
        return JSONValue.object(days + [name].compactMap(\.self)).encoded
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
