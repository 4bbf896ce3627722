package import AssociationAPI
package import AssociationProtocol
package import ExposurePrimitives
package import HeraldPayloads
package import PhonePorts

/// The requests of one account as the app makes them, for programs that send those of many phones.
package struct AccountMessages: Sendable {
    let account: StoredAccount

    /// The request for an account, without a proof of person or device.
    package static func registration(
        of key: PublicAgreementKey,
        in district: PostalDistrict,
        of jurisdiction: Jurisdiction
    ) throws(AssociationError) -> PhoneRequest {
        let request = try RegistrationRequest(phoneKey: key, jurisdiction: jurisdiction, district: district, proof: [])
        return AuthorityClient.request(to: AssociationEndpoint.registration, request.bytes)
    }

    /// - Parameters:
    ///   - key: that of the registration.
    ///   - answer: the authority's whole answer to it.
    package init(
        of key: PrivateAgreementKey,
        in district: PostalDistrict,
        of jurisdiction: Jurisdiction,
        answer: [UInt8],
        by authority: PublicAgreementKey
    ) throws(AssociationError) {
        let answer = try RegistrationAnswer(parsing: answer)
        let secret = try RegistrationSecret(
            phone: key,
            authority: authority,
            registration: answer.registration,
            jurisdiction: jurisdiction
        )
        account = StoredAccount(
            registration: answer.registration,
            district: district,
            chain: try secret.chainKey(startingOn: answer.firstDay)
        )
    }

    /// A poll for alerts, and a check whether its answer comes from an authority that knows the account.
    package func poll(
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) throws(AssociationError) -> (request: PhoneRequest, isAnswer: @Sendable ([UInt8]) -> Bool) {
        let message = try PollCall.poll.message(of: account, at: now, using: &generator)
        let request = AuthorityClient.request(to: AssociationEndpoint.poll, message.body)
        return (request, { AnswerMark.isGenuine($0, to: message.nonce, under: message.keys) })
    }

    /// The request to sign the identity keys of the next day.
    package func attestations(
        of keys: [PublicAgreementKey],
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) throws(AssociationError) -> PhoneRequest {
        let call = AttestationCall(account: account, day: now.utcDay.advanced(byDays: 1), keys: keys)
        return AuthorityClient.request(to: AssociationEndpoint.attestations, try call.body(at: now, using: &generator))
    }
}
