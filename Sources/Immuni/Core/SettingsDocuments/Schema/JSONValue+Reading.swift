package import WireFormat

extension JSONValue {
    /// The number, if it is written as an integer: no fraction, no exponent.
    var integer: Int? {
        guard case .number(let text) = self else {
            return nil
        }
        return Int(text)
    }

    /// The number, if it is finite.
    var decimal: Double? {
        guard case .number(let text) = self, let value = Double(text), value.isFinite else {
            return nil
        }
        return value
    }

    var text: String? {
        guard case .string(let text) = self else {
            return nil
        }
        return text
    }

    /// The value with members sorted by name at every depth, so equal values have equal text.
    var canonical: JSONValue {
        switch self {
        case .array(let elements): .array(elements.map(\.canonical))
        case .object(let members):
            .object(members.map { Member(name: $0.name, value: $0.value.canonical) }.sorted { $0.name < $1.name })
        default: self
        }
    }

    package static func sortedObject(_ members: [String: JSONValue]) -> JSONValue {
        .object(members.sorted { $0.key < $1.key }.map { Member(name: $0.key, value: $0.value) })
    }

    /// The JSON text for people, cut if it is long.
    var shortened: String {
        let text = String(decoding: encoded, as: UTF8.self)
        return text.count <= 60 ? text : text.prefix(57) + "…"
    }
}
