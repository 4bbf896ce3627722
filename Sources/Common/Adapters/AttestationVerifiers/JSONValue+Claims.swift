import WireFormat

/// Values in the types of claims; nil for a value of another kind.
extension JSONValue {
    var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// All elements, if every one of them is a string.
    var texts: [String]? {
        guard case .array(let elements) = self else { return nil }
        let texts = elements.compactMap(\.text)
        return texts.count == elements.count ? texts : nil
    }

    var integer: Int64? {
        guard case .number(let text) = self else { return nil }
        return Int64(text)
    }
}
