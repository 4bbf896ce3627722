/// The purpose of an encryption under a Kerberos key (RFC 4120 section 7.5.1). The same key under another usage is
/// another key.
enum KeyUsage: UInt32, CaseIterable {
    /// The two tickets: the TGT and the CTSTicket.
    case ticket = 2
    /// The TGSSessionKey for the receiver (AS-REP part).
    case sessionKeyReply = 3
    /// The ClientServerSessionKey for the receiver (TGS-REP part).
    case ticketReply = 8
    /// The authenticator of an upload (AP-REQ).
    case authenticator = 11
    /// The ClientID in a seal. 1026 to 2047 are free for applications.
    case sealedClientID = 1026
    /// The box of the pairwise-private profile.
    case pairwiseDetails = 1027
}
