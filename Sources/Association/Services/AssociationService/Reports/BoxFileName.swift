import ExposurePrimitives
import Persistence

/// The name of a file of boxes in the storage, and in the address of its route.
struct BoxFileName: Hashable, Sendable {
    /// The day of the publication.
    let day: CalendarDay
    /// From 1 on.
    let part: Int

    init(day: CalendarDay, part: Int) {
        (self.day, self.part) = (day, part)
    }

    /// Nil unless both are numbers as they are written in a name.
    init?(day: some StringProtocol, part: some StringProtocol) {
        guard let number = UInt32(day), day == "\(number)", let place = UInt16(part), place > 0, part == "\(place)"
        else {
            return nil
        }
        self.init(day: CalendarDay(daysSinceEpoch: Int(number)), part: Int(place))
    }

    init?(_ object: ObjectName) {
        let segments = object.segments
        guard segments.count == Self.folder.segments.count + 2, object.isUnder(Self.folder) else {
            return nil
        }
        self.init(day: segments[segments.count - 2], part: segments[segments.count - 1])
    }

    var object: ObjectName { Self.name("\(Self.folder)/\(day.daysSinceEpoch)/\(part)") }

    static let folder = name("association/boxes")

    private static func name(_ text: String) -> ObjectName {
        guard let name = ObjectName(text) else {
            preconditionFailure("\(text) is a name")
        }
        return name
    }
}
