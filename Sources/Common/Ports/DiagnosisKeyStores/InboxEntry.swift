public import ExposurePrimitives

/// A row of the analytics inbox: what an upload tells besides its keys.
public struct InboxEntry: Hashable, Sendable {
    /// A random identifier, so that the order of arrival is not kept.
    public let identifier: Bytes16
    /// The day of arrival, in UTC: no finer time is kept.
    public let receivedOn: CalendarDay
    /// The code of the area that the upload names.
    public let area: String
    /// The entry itself, in the form that the system of the upload gives it.
    public let content: [UInt8]

    public init(identifier: Bytes16, receivedOn: CalendarDay, area: String, content: [UInt8]) {
        self.identifier = identifier
        self.receivedOn = receivedOn
        self.area = area
        self.content = content
    }
}
