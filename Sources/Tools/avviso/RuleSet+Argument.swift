public import ArgumentParser
public import RiskModels

extension RuleSet: ExpressibleByArgument {}
