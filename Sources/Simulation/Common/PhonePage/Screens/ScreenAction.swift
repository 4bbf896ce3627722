/// The action of a screen's control, in the form that a form posts: a verb and an object.
package struct ScreenAction: Sendable {
    package let verb: String
    package let object: String

    package init(_ verb: String, _ object: String = "") {
        (self.verb, self.object) = (verb, object)
    }
}
