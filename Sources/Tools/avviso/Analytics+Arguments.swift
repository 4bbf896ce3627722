public import ArgumentParser
public import ExposurePrimitives
public import Stores

extension CalendarDay: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(iso: argument)
    }
}

extension CalendarMonth: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(iso: argument)
    }
}

extension Statistic: ExpressibleByArgument {}
