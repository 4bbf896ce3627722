/// The places of an app that the owner opened one from another. Each way back leads to the previous one.
package struct PlaceTrail<Place: Hashable & Sendable>: Hashable, Sendable {
    private let home: Place
    /// Without Home, the first place of every trail.
    private var places: [Place] = []

    package init(from home: Place) { self.home = home }

    package var current: Place { places.last ?? home }

    package func contains(_ place: Place) -> Bool { place == home || places.contains(place) }

    /// Goes to `place`. If the owner came through it, goes back to it: the trail is never longer than the number of
    /// places.
    package mutating func open(_ place: Place) {
        if place == home {
            places = []
        } else if let position = places.firstIndex(of: place) {
            places.removeSubrange((position + 1)...)
        } else {
            places.append(place)
        }
    }

    /// Goes back to the previous place.
    package mutating func goBack() {
        places = places.dropLast()
    }
}
