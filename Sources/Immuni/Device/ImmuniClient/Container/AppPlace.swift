public import ImmuniAPI

/// The owner's place in the app, after the onboarding.
public enum AppPlace: Hashable, Sendable {
    case home
    case repair(ServiceProblem)
    /// Why there was a contact at risk.
    case risk
    case upload
    case settings
    case language
    /// The first half of changing the province.
    case region
    /// The second half: the provinces of a region that has several.
    case province(Region)
    case privacyNotice
    case terms
    case faq
    /// An answer, by its index in the whole list.
    case faqEntry(Int)
    case support
    case deleteData
}

/// The places that the owner opened one from another. Each way back leads to the previous one.
struct PlaceTrail: Hashable, Sendable {
    /// Without Home, the first place of every trail.
    private var places: [AppPlace] = []

    var current: AppPlace { places.last ?? .home }

    func contains(_ place: AppPlace) -> Bool { place == .home || places.contains(place) }

    /// Goes to `place`. If the owner came through it, goes back to it: the trail is never longer than the number of
    /// places.
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
