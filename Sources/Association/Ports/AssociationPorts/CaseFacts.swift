public import AssociationAPI
public import AssociationProtocol

/// A person near the phone of a case, in one interval.
public struct Meeting: Hashable, Sendable {
    public let person: RegistrationID
    /// Of the person's account.
    public let district: PostalDistrict
    public let interval: AssociationInterval

    public init(person: RegistrationID, district: PostalDistrict, interval: AssociationInterval) {
        self.person = person
        self.district = district
        self.interval = interval
    }
}

/// Another case that met some of the same people.
public struct CaseOverlap: Hashable, Sendable {
    public let caseID: CaseID
    /// How many people the other case met.
    public let people: Int
    /// How many people both met.
    public let shared: Int

    public init(caseID: CaseID, people: Int, shared: Int) {
        self.caseID = caseID
        self.people = people
        self.shared = shared
    }
}
