import PhoneWeeks

/// What a day of a phone costs, for bench.py.
func report(_ effort: PhoneEffort, days: Int = 7, _ more: [String: Double] = [:]) throws {
    let figures = ["seconds": effort.processorSeconds, "written": Double(effort.written)]
    try report(figures.mapValues { $0 / Double(days) }.merging(more) { $1 })
}
