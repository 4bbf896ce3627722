/// Whether a deployment has a central authority.
package enum AssociationMode: String, CaseIterable, Sendable {
    /// No authority: the association opens no route, and makes no table and no file.
    case decentralised
    /// The authority is the deployment's only way to warn.
    case centralised
    /// The authority works beside another system. Nothing joins their data.
    case hybrid

    /// Whether there is an authority.
    package var hasAuthority: Bool { self != .decentralised }
}
