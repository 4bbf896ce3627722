public import ImmuniAPI

/// Where the owner is in the app, once they are onboarded.
public enum AppPlace: Hashable, Sendable {
    case home
    case repair(ServiceProblem)
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
    /// An answer, by its place in the whole list.
    case faqEntry(Int)
    case support
    case deleteData
}

/// The places that the owner opened one from another, so that each way back leads to where they came from.
struct PlaceTrail: Hashable, Sendable {
    /// Without Home, which everything begins with.
    private var places: [AppPlace] = []

    var current: AppPlace { places.last ?? .home }

    func contains(_ place: AppPlace) -> Bool { place == .home || places.contains(place) }

    /// Goes to `place`; back to it where the owner came through it, so that the trail stays as short as the app is small.
    mutating func open(_ place: AppPlace) {
        if place == .home {
            places = []
        } else if let position = places.firstIndex(of: place) {
            places.removeSubrange((position + 1)...)
        } else {
            places.append(place)
        }
    }

    /// Goes to where the owner came from.
    mutating func goBack() {
        places = places.dropLast()
    }
}
