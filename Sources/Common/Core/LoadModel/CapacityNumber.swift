/// Numbers of a plan as people read them.
public enum CapacityNumber {
    /// Three digits and a unit of thousands, for example `42.8 TiB`.
    public static func bytes(_ count: Double) -> String {
        scaled(count, by: 1024, ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"])
    }

    /// Three digits and a word of thousands, for example `720 million`.
    public static func short(_ number: Double) -> String {
        scaled(number, by: 1000, ["", "thousand", "million", "billion", "trillion"])
    }

    private static func scaled(_ number: Double, by factor: Double, _ units: [String]) -> String {
        var (value, place) = (number, 0)
        while value >= factor, place < units.count - 1 {
            value /= factor
            place += 1
        }
        let digits = value < 10 && value != value.rounded() ? 100.0 : value < 100 ? 10.0 : 1.0
        let rounded = (value * digits).rounded() / digits
        let text = rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int64(rounded))" : "\(rounded)"
        return units[place].isEmpty ? text : "\(text) \(units[place])"
    }
}
