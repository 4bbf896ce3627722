public import ExposurePrimitives

/// The local notifications of a phone.
public protocol PhoneNotifications: Sendable {
    /// Shows `notification`, and replaces an earlier one of its kind. So one that is shown again after a crash appears
    /// only once.
    func show(_ notification: PhoneNotification) async
}

/// A notification for a phone's owner. Each client defines its own kinds, and the texts belong to its user interface.
public struct PhoneNotification: Hashable, Sendable {
    /// Chosen by the client.
    public let kind: String
    /// The last UTC day of the contact; nil if the notification is about no contact.
    public let lastContact: CalendarDay?

    public init(_ kind: String, lastContact: CalendarDay? = nil) {
        self.kind = kind
        self.lastContact = lastContact
    }
}

// MARK: - In a file

/// An object whose only key is the kind, such as `{"risk": {"lastContact": 20778}}`.
extension PhoneNotification: Codable {
    private struct Kind: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ kind: String) {
            stringValue = kind
        }

        init?(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) {
            nil
        }
    }

    private enum Fact: CodingKey {
        case lastContact
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Kind.self)
        guard let key = container.allKeys.first, container.allKeys.count == 1 else {
            let problem = DecodingError.Context(codingPath: container.codingPath, debugDescription: "not one kind")
            throw DecodingError.dataCorrupted(problem)
        }
        kind = key.stringValue
        let facts = try container.nestedContainer(keyedBy: Fact.self, forKey: key)
        lastContact = try facts.decodeIfPresent(CalendarDay.self, forKey: .lastContact)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Kind.self)
        var facts = container.nestedContainer(keyedBy: Fact.self, forKey: Kind(kind))
        try facts.encodeIfPresent(lastContact, forKey: .lastContact)
    }
}
