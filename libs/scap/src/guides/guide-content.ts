/** Content of a guide in a source datastream (rule scap-1). Everything is identified by its XCCDF id. */
export interface GuideContent {
  refId: string;
  version: string;
  title: string;
  description: string;
  valueDefinitions: ValueDefinitionContent[];
  ruleGroups: RuleGroupContent[];
  rules: RuleContent[];
  profiles: ProfileContent[];
  /** Number of overrides that were skipped because their value or selector does not exist. */
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

/** A group; in document order, so that the index is its precedence. */
export interface RuleGroupContent {
  refId: string;
  title: string;
  description: string;
  rationale: string | null;
  /** The enclosing group. */
  parentRefId: string | null;
}

/** A rule; in document order, so that the index is its precedence. */
export interface RuleContent {
  refId: string;
  title: string;
  description: string;
  rationale: string | null;
  severity: string;
  groupRefId: string | null;
  identifier: RuleIdentifier | null;
  /**
   * All identifiers, including those that DISA writes elsewhere: version and id of the rule, requirement of its group.
   */
  identifiers: RuleIdentifier[];
  references: RuleReference[];
  /** Ids of the values that the rule's checks export, in order. */
  valueChecks: string[];
  /** Manual check; empty if the guide has none. */
  checkText: string;
  /**
   * Digest of everything that decides the result: OVAL definitions with their references, texts, exported values; null
   * when unknown.
   */
  checkSha256: string | null;
  /** Absolute paths of files that its checks read or its texts and fixes name. */
  namedFiles: string[];
  /** Manual fix; empty if the guide has none. */
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
  /** Ordered by offset. */
  substitutions: FixSubstitution[];
}

/** A value to insert into a fix. */
export interface FixSubstitution {
  /** Offset in the text of the fix, in characters. */
  at: number;
  valueRefId: string;
}

export interface ProfileContent {
  refId: string;
  title: string;
  /** Raw text; null if the profile has none. */
  description: string | null;
  /** Selected rules in document order. */
  ruleRefIds: string[];
  /** Texts by value id. */
  valueOverrides: Map<string, string>;
}
