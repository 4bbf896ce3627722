public import ExposurePrimitives
public import WireFormat

/// The indexes of the tree: JSON arrays, sorted.
public enum TreeIndex {
    /// The content of `/version`.
    public static let versions = JSONValue.array(["v1"]).encoded

    public static func body(countries: some Sequence<RegionCode>) -> [UInt8] {
        JSONValue.array(countries.sorted().map { .string($0.text) }).encoded
    }

    public static func body(dates: some Sequence<CalendarDay>) -> [UInt8] {
        JSONValue.array(dates.sorted().map { .string("\($0)") }).encoded
    }

    public static func body(hours: some Sequence<Int>) -> [UInt8] {
        JSONValue.array(hours.sorted().map { .integer($0) }).encoded
    }

    /// Reads the countries as a phone gets them, sorted.
    public static func countries(parsing body: [UInt8]) throws(JSONError) -> [RegionCode] {
        try elements(of: body) { reader throws(JSONError) in RegionCode(try reader.readString()) }
    }

    /// Reads the days as a phone gets them, sorted.
    public static func dates(parsing body: [UInt8]) throws(JSONError) -> [CalendarDay] {
        try elements(of: body) { reader throws(JSONError) in CalendarDay(iso: try reader.readString()) }
    }

    /// Reads the hours as a phone gets them, sorted.
    public static func hours(parsing body: [UInt8]) throws(JSONError) -> [Int] {
        try elements(of: body) { reader throws(JSONError) in try reader.readInteger(in: TreePath.hoursOfDay) }
    }

    private static func elements<Element: Comparable & Hashable>(
        of body: [UInt8],
        _ read: (inout JSONReader) throws(JSONError) -> Element?
    ) throws(JSONError) -> [Element] {
        var elements: Set<Element> = []
        var reader = JSONReader(body)
        try reader.readArray { reader throws(JSONError) in
            guard elements.count < maxCount, let element = try read(&reader) else {
                throw .outOfRange
            }
            elements.insert(element)
        }
        try reader.readEnd()
        return elements.sorted()
    }

    /// The maximum number of elements of an index that a phone reads.
    public static let maxCount = 1000
}
