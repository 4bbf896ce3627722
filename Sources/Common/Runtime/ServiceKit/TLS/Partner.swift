/// A system of another organisation that may call the partner listener.
package struct Partner: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case laboratory
        case foreignAuthority = "foreign-authority"

        var caller: Caller {
            switch self {
            case .laboratory: .laboratory
            case .foreignAuthority: .foreignAuthority
            }
        }
    }

    package let kind: Kind
    package let name: String

    package init(kind: Kind, name: String) {
        self.kind = kind
        self.name = name
    }
}
