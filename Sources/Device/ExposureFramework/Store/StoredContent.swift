public import ExposurePrimitives
import GAENCore
import PhonePorts

/// Something of the framework's that was lost because its file was damaged.
public enum DamagedData: Hashable, Sendable {
    /// The owner's keys of the last fourteen days, their authorisation and consent.
    case keysAndSettings
    /// What was heard on this UTC day.
    case sightings(CalendarDay)
    /// Which exposures were found before.
    case matches
}

/// What the phone's storage holds at the start. Damaged files are removed, expired content too.
struct StoredContent {
    private(set) var state = FrameworkState()
    private(set) var sightings = SightingLog()
    private(set) var damage: Set<DamagedData> = []

    init(in store: EncryptedStore, now: UnixTime) throws(PhoneStorageError) {
        let state = try load(.state, of: store, losing: .keysAndSettings) { bytes throws(StoredDataError) in
            try FrameworkState(stored: bytes)
        }
        self.state = state ?? FrameworkState()
        for day in try store.daysOfSightings() {
            let sightings = try load(.sightings(day), of: store, losing: .sightings(day)) {
                bytes throws(StoredDataError) in try Sighting.list(stored: bytes)
            }
            self.sightings.set(sightings ?? [], on: day)
        }
        try forgetExpired(at: now, in: store)
    }

    /// The content of a file, nil where there is none that can be used.
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

    private mutating func forgetExpired(at now: UnixTime, in store: EncryptedStore) throws(PhoneStorageError) {
        let keys = state.keys
        state.keys.forgetExpired(at: now)
        if state.keys != keys {
            try store.save(state.stored, as: .state)
        }
        for day in sightings.forgetExpired(at: now) {
            if let kept = sightings.days[day] {
                try store.save(Sighting.stored(kept), as: .sightings(day))
            } else {
                try store.delete(.sightings(day))
            }
        }
    }
}
