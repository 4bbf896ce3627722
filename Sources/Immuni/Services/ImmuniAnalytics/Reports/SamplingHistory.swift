package import AnalyticsStores
package import ExposurePrimitives
package import Persistence

/// The sampling rates and detection periods that were in force, from the apps' settings.
package struct SamplingHistory: Sendable {
    package struct Rates: Hashable, Sendable {
        package var withExposure: Double
        package var withoutExposure: Double
        /// Seconds.
        package var detectionPeriod: Double
    }

    private struct Change: Sendable {
        let time: UnixTime
        let rates: [OperationalFacts.Platform: Rates]
    }

    /// Oldest first, at least one. The first one also applies to all time before it.
    private let changes: [Change]
    /// Whether they come from the settings' history.
    package let isRecorded: Bool

    /// One set of rates for all time.
    package init(constant rates: Rates) {
        self.init(changes: [Change(time: UnixTime(0), rates: [.ios: rates, .android: rates])], isRecorded: false)
    }

    /// Reads all revisions; `standard` replaces values that a revision lacks, and applies if there is no revision.
    ///
    /// If several builds have values, that of the newest counts, because the phones' builds are not known.
    package init(reading store: any SettingsHistoryStore, standard: Rates) async throws(StoreError) {
        var changes: [Change] = []
        // Newest first: a revision was in force only until the next one came, even if a wrong clock recorded another
        // time.
        var latest = UnixTime(.max)
        for revision in try await store.history() {
            latest = min(latest, revision.change.madeAt)
            let settings = try await store.settings(of: revision.number) ?? []
            var rates: [OperationalFacts.Platform: Rates] = [:]
            for platform in OperationalFacts.Platform.allCases {
                rates[platform] = Self.rates(in: settings.filter { $0.platform == platform.rawValue }, standard)
            }
            changes.append(Change(time: latest, rates: rates))
        }
        guard !changes.isEmpty else {
            self.init(constant: standard)
            return
        }
        self.init(changes: changes.reversed(), isRecorded: true)
    }

    private init(changes: [Change], isRecorded: Bool) {
        self.changes = changes
        self.isRecorded = isRecorded
    }

    private static func rates(in settings: [AppSetting], _ standard: Rates) -> Rates {
        func value(_ name: String) -> Double? {
            settings.filter { $0.name == name }.max { $0.startingBuild < $1.startingBuild }
                .flatMap { Double(String(decoding: $0.value, as: UTF8.self)) }
        }
        return Rates(
            withExposure: value("operational_info_with_exposure_sampling_rate") ?? standard.withExposure,
            withoutExposure: value("operational_info_without_exposure_sampling_rate") ?? standard.withoutExposure,
            detectionPeriod: value("exposure_detection_period") ?? standard.detectionPeriod
        )
    }

    /// The means over `day`, weighted by how long each value applied.
    package func rates(of platform: OperationalFacts.Platform, on day: CalendarDay) -> Rates {
        let (start, end) = (day.startInUTC, day.advanced(byDays: 1).startInUTC)
        var mean = Rates(withExposure: 0, withoutExposure: 0, detectionPeriod: 0)
        for (place, change) in changes.enumerated() {
            let from = place == 0 ? start : max(start, change.time)
            let to = place + 1 < changes.count ? min(end, changes[place + 1].time) : end
            guard from < to, let rates = change.rates[platform] else {
                continue
            }
            let weight = Double(to.seconds(since: from)) / Double(UnixTime.secondsPerDay)
            mean.withExposure += weight * rates.withExposure
            mean.withoutExposure += weight * rates.withoutExposure
            mean.detectionPeriod += weight * rates.detectionPeriod
        }
        return mean
    }
}

/// The distribution of a month's uploads without exposure over its days.
enum UploadShare {
    /// The part of a working phone's probability to upload in the month that belongs to `day`.
    ///
    /// The window opens at a moment that is uniform over all but the last day of the month (Immuni, Privacy-Preserving
    /// Analytics, "Operational Info without Exposure"). The upload follows with the next detection, after a delay that
    /// is uniform over the period of detections. So the first day has a little less than the others, and the last one
    /// has the rest.
    ///
    /// - Parameter detectionPeriod: in seconds, up to a day, which is the window's length.
    static func share(of day: CalendarDay, detectionPeriod: Double) -> Double {
        let month = CalendarMonth(of: day)
        let place = Double(day.days(since: month.firstDay))
        let length = Double(month.dayCount - 1)
        let delay = min(max(detectionPeriod, 0) / Double(UnixTime.secondsPerDay), 1)
        return arrived(by: place + 1, length, delay) - arrived(by: place, length, delay)
    }

    /// The probability that opening + delay is at most `time`, in days.
    private static func arrived(by time: Double, _ length: Double, _ delay: Double) -> Double {
        guard delay > 0 else {
            return min(max(time, 0), length) / length
        }
        return (area(to: time, length) - area(to: time - delay, length)) / (delay * length)
    }

    /// The integral of min(u, length) from 0 to `end`.
    private static func area(to end: Double, _ length: Double) -> Double {
        guard end > 0 else {
            return 0
        }
        return end <= length ? end * end / 2 : length * length / 2 + length * (end - length)
    }
}
