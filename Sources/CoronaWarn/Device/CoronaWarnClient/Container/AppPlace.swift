/// The owner's place in the app, after the onboarding.
public enum AppPlace: Hashable, Sendable, CaseIterable {
    case home
    /// Why the risk is what it is.
    case risk
    /// The entry of a test: a QR code or a teleTAN.
    case scan
    /// The test and its result.
    case test
    /// The way from the consent to the upload.
    case submission
    case hotline
    case settings
    case language
    case deleteData
}

/// The places that the owner opened one from another. Each way back leads to the previous one.
struct PlaceTrail: Hashable, Sendable {
    /// Without Home, the first place of every trail.
    private var places: [AppPlace] = []

    var current: AppPlace { places.last ?? .home }

    /// Goes to `place`. If the owner came through it, goes back to it.
    mutating func open(_ place: AppPlace) {
        if place == .home {
            places = []
        } else if let position = places.firstIndex(of: place) {
            places.removeSubrange((position + 1)...)
        } else {
            places.append(place)
        }
    }

    /// Goes back to the previous place.
    mutating func goBack() {
        places = places.dropLast()
    }
}
