package import ExposurePrimitives
package import Logging
import Synchronization

/// Writes each log entry as one line of JSON with time, level, event and the event's fields. It leaves out labels,
/// source files and line numbers.
package struct JSONLinesLogHandler: LogHandler {
    package var metadata: Logger.Metadata = [:]
    package var logLevel: Logger.Level
    private let clock: any WallClock
    private let write: @Sendable (String) -> Void

    /// - Parameter write: Takes one line without its end; standard error by default.
    package init(
        clock: any WallClock,
        level: Logger.Level = .info,
        write: @escaping @Sendable (String) -> Void = StandardError.writeLine
    ) {
        self.clock = clock
        self.logLevel = level
        self.write = write
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: Logging.LogEvent) {
        var line = "{\"time\":\"\(clock.now())\",\"level\":\"\(event.level.rawValue)\",\"event\":"
        line += JSONText.string("\(event.message)")
        let fields = metadata.merging(event.metadata ?? [:]) { $1 }
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            line += ",\(JSONText.string(name)):\(JSONText.string("\(value)"))"
        }
        write(line + "}")
    }
}
