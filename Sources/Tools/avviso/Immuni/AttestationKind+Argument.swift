public import ArgumentParser
public import DeviceAttestation
import DeviceEmulation

extension AttestationEvidence.Kind: ExpressibleByArgument {}
extension AttestationDefect: ExpressibleByArgument {}
