public import ArgumentParser
public import ExposurePrimitives
import Foundation
public import WireFormat

extension CalendarDay: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(iso: argument)
    }
}

extension UnixTime: ExpressibleByArgument {
    public init?(argument: String) {
        guard let date = try? Date(argument, strategy: .iso8601) else {
            return nil
        }
        self.init(Int64(date.timeIntervalSince1970.rounded()))
    }
}

extension CalendarMonth: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(iso: argument)
    }
}

extension ServerURL: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(argument)
    }
}
