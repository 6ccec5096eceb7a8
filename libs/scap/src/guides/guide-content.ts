/** Content of a guide in a source datastream (rule scap-1). Everything is named by its XCCDF id. */
export interface GuideContent {
  refId: string;
  version: string;
  title: string;
  description: string;
  valueDefinitions: ValueDefinitionContent[];
  ruleGroups: RuleGroupContent[];
  rules: RuleContent[];
  profiles: ProfileContent[];
  /** Overrides that were skipped because their value or selector does not exist. */
  warnings: number;
}

export interface ValueDefinitionContent {
  refId: string;
  title: string;
  description: string;
  /** `string`, `number` or `boolean`, as written. */
  valueType: string;
  defaultValue: string | null;
  lowerBound: string | null;
  upperBound: string | null;
}

/** Groups come in document order: a group's index is its precedence. */
export interface RuleGroupContent {
  refId: string;
  title: string;
  description: string;
  rationale: string | null;
  /** The enclosing group. */
  parentRefId: string | null;
}

/** Rules come in document order: a rule's index is its precedence. */
export interface RuleContent {
  refId: string;
  title: string;
  description: string;
  rationale: string | null;
  severity: string;
  groupRefId: string | null;
  identifier: RuleIdentifier | null;
  /** All of them, and what the DISA says elsewhere: version and id of the rule, requirement of its group. */
  identifiers: RuleIdentifier[];
  references: RuleReference[];
  /** Ids of the values the rule's checks export, in order. */
  valueChecks: string[];
  /** How a person checks it; empty where the guide does not say. */
  checkText: string;
  /** Of all that decides about it: OVAL definitions with what they refer to, texts, exported values; null when unknown. */
  checkSha256: string | null;
  /** How a person fixes it; empty where the guide does not say. */
  fixText: string;
  fixes: FixContent[];
  remediationAvailable: boolean;
}

export interface RuleIdentifier {
  label: string;
  system: string | null;
}

export interface RuleReference {
  href: string | null;
  label: string;
}

export interface FixContent {
  system: string;
  strategy: string | null;
  disruption: string | null;
  complexity: string | null;
  reboot: boolean;
  text: string;
  /** In the order of their places. */
  substitutions: FixSubstitution[];
}

/** Place of a value in a fix. */
export interface FixSubstitution {
  /** Characters of the fix's text before it. */
  at: number;
  valueRefId: string;
}

export interface ProfileContent {
  refId: string;
  title: string;
  /** Raw text; null when the profile has none. */
  description: string | null;
  /** Selected rules in document order. */
  ruleRefIds: string[];
  /** Value id -> text. */
  valueOverrides: Map<string, string>;
}
