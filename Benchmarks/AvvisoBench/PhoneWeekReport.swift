import PhoneWeeks

/// What a day of a phone costs, for bench.py.
func report(_ effort: PhoneEffort, days: Int = PhoneEffort.days, contacts: Int = 0) throws {
    let day = { (figure: Double) in figure / Double(days) }
    try report([
        "seconds": day(effort.processorSeconds), "wake_ups": day(Double(effort.wakeUps)),
        "sent": day(Double(effort.sent)), "bytes": day(Double(effort.withTLS)), "written": day(Double(effort.written)),
        "contacts": Double(contacts),
    ])
}
