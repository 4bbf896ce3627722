import OperatorPortal
import PostgresEngine
import ServiceKit

extension FitnessRule<RealmFacts> {
    /// The rules that every set-up must satisfy, in the order in which their findings are listed.
    static let all = [
        FitnessRule(
            "plain-public",
            "the public listener speaks plain HTTP, and no proxy before it is declared",
            remedy: "public.tls-certificate, or public.behind-proxy=true"
        ) { $0.hasPublicServices && $0.host.publicTLS == nil && !$0.settings.isPublicBehindProxy },
        FitnessRule(
            "proxy-bypass",
            "the public listener speaks plain HTTP with other machines: anybody who reaches it evades the declared proxy",
            remedy: "public.address on loopback, or public.tls-certificate"
        ) {
            $0.hasPublicServices && $0.host.publicTLS == nil && $0.settings.isPublicBehindProxy
                && !$0.host.publicAddress.isLoopback
        },
        FitnessRule(
            "plain-internal",
            "the internal listener speaks plain HTTP with other machines: codes, tokens and passwords can be read",
            remedy: "internal.tls-certificate"
        ) { $0.host.internalTLS == nil && !$0.host.internalAddress.isLoopback },
        FitnessRule(
            "plain-portal",
            "portal.url is http: operators' passwords can be read on the network",
            remedy: "portal.url=https://…"
        ) { $0.services.contains(.portal) && $0.settings.portal.site?.isSecure == false },
        FitnessRule(
            "expired-certificate",
            "the certificate of a listener has ended: clients refuse it",
            remedy: "public.tls-certificate, internal.tls-certificate, partner.tls-certificate"
        ) { $0.hasExpiredCertificate },
        FitnessRule(
            "shared-data",
            "other users of this machine can read or change files of the data folder",
            remedy: "chmod -R go= on it; avviso serve does so with its own files"
        ) { $0.isDataShared },
        FitnessRule(
            "shared-token",
            "other users of this machine can read the value of internal.token",
            remedy: "AVVISO_INTERNAL_TOKEN, or a file of mode 600"
        ) { $0.settings.isTokenShared },
        FitnessRule(
            "plain-storage",
            "the bucket of the published files is on another machine, and is reached over plain HTTP: anybody on the way can "
                + "change what the server publishes",
            remedy: "storage.s3.endpoint=https://…"
        ) { $0.settings.storage?.isPlain == true },
        FitnessRule(
            "lossy-database",
            "the database server runs with fsync or full_page_writes off: a power failure loses acknowledged uploads",
            remedy: "fsync=on and full_page_writes=on in postgresql.conf"
        ) { $0.database?.isLossy == true },
        FitnessRule(
            "talkative-database",
            "the database server notes when each commit came, or writes statements to its log: they tell who uploaded what",
            remedy: "the settings of docs/postgresql.md"
        ) { $0.database?.isTalkative == true },
        FitnessRule(
            "exposed-database",
            "the database server is on another machine and its certificate is not checked: anybody on the way can read and "
                + "change everything",
            remedy: "sslmode=verify-full in database.url"
        ) { $0.database?.isExposed == true },
        FitnessRule(
            "debug-log",
            "the log contains more than operations need",
            remedy: "log.level=info"
        ) { $0.settings.logLevel == .debug },
        FitnessRule(
            "clock-unguarded",
            "without the guard, a wrong clock lets jobs delete or release data too early",
            remedy: "clock.guard=on"
        ) { !$0.settings.clock.isGuarded },
    ]
}
