public import ExposurePrimitives
import GAENCore
import PhonePorts

/// Data of the framework that was lost because its file was damaged.
public enum DamagedData: Hashable, Sendable {
    /// The owner's keys of the last fourteen days, their authorisation and consent.
    case keysAndSettings
    /// Some sightings of this UTC day.
    case sightings(CalendarDay)
    /// The exposures that were found before.
    case foundExposures
}

/// All data of the framework in the phone's storage.
struct StoredContent {
    var state = FrameworkState()
    var sightings = SightingLog()
    var knownKeys = KnownKeys()
    /// The data that was damaged when it was read.
    private(set) var damage: Set<DamagedData> = []

    init() {}

    /// Reads everything. Damaged files are removed.
    init(in store: EncryptedStore) throws(PhoneStorageError) {
        let state = try load(.state, of: store, losing: .keysAndSettings) { bytes throws(StoredDataError) in
            try FrameworkState(stored: bytes)
        }
        self.state = state ?? FrameworkState()
        let knownKeys = try load(.knownKeys, of: store, losing: .foundExposures) { bytes throws(StoredDataError) in
            try KnownKeys(stored: bytes)
        }
        self.knownKeys = knownKeys ?? KnownKeys()
        for hour in try store.hoursOfSightings() {
            let sightings = try load(.sightings(hour), of: store, losing: .sightings(hour.day)) {
                bytes throws(StoredDataError) in try Sighting.list(stored: bytes)
            }
            if let sightings {
                self.sightings.set(sightings, in: hour)
            }
        }
    }

    /// The content of a file; nil if there is no usable one.
    private mutating func load<Content>(
        _ file: StoreFile,
        of store: EncryptedStore,
        losing data: DamagedData,
        _ read: ([UInt8]) throws(StoredDataError) -> Content
    ) throws(PhoneStorageError) -> Content? {
        do throws(StoredDataError) {
            return try store.load(file).map(read)
        } catch {
            switch error {
            case .unreadable:
                throw PhoneStorageError()
            case .damaged:
                try store.delete(file)
                damage.insert(data)
                return nil
            }
        }
    }

    private mutating func saveSightings(in store: EncryptedStore) throws(PhoneStorageError) {
        for hour in sightings.unsaved {
            if let sightings = sightings.hours[hour] {
                try store.save(Sighting.stored(sightings), as: .sightings(hour))
            } else {
                try store.delete(.sightings(hour))
            }
            sightings.markSaved(hour)
        }
    }

    /// Deletes data that is older than fourteen days, and stores data that is not stored yet.
    mutating func forgetExpired(at now: UnixTime, in store: EncryptedStore) throws(PhoneStorageError) {
        var kept = self
        kept.state.forgetExpired(at: now)
        if kept.state != state {
            try store.save(kept.state.stored, as: .state)
        }
        kept.knownKeys.forgetExpired(at: now)
        if kept.knownKeys != knownKeys {
            try store.save(kept.knownKeys.stored, as: .knownKeys)
        }
        kept.sightings.forgetExpired(at: now)
        try kept.saveSightings(in: store)
        self = kept
    }
}
