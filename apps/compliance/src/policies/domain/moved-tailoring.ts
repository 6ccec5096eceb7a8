export interface KnownRule {
  readonly id: string;
  /** Key of the rule in all versions of the guide. */
  readonly key: string;
  readonly ref_id: string;
}

export interface TailoringToMove {
  /** Rules of the tailoring. */
  readonly rules: readonly KnownRule[];
  /** Rules of its profile. */
  readonly profileRules: readonly KnownRule[];
  /** Values by the identifiers of their definitions. */
  readonly values: Readonly<Record<string, string>>;
  readonly profileValues: Readonly<Record<string, string>>;
}

export interface NewProfile {
  readonly rules: readonly KnownRule[];
  readonly values: Readonly<Record<string, string>>;
  /** Rules of the whole guide by key. */
  readonly guideRules: ReadonlyMap<string, KnownRule>;
  /** Ids of value definitions of the guide by identifier. */
  readonly guideValues: ReadonlyMap<string, string>;
}

export interface MovedTailoring {
  readonly ruleIds: readonly string[];
  /** Values by the ids of their definitions. */
  readonly values: Readonly<Record<string, string>>;
  readonly addedRuleCount: number;
  readonly removedRuleCount: number;
  readonly lostRules: readonly string[];
  readonly lostValues: readonly string[];
}

/** Applies added and removed rules and changed values to the new profile. Pure. */
export function moveTailoring(
  { rules, profileRules, values, profileValues }: TailoringToMove,
  to: NewProfile,
): MovedTailoring {
  const before = new Set(rules.map(({ key }) => key));
  const profiled = new Set(profileRules.map(({ key }) => key));
  const takenAway = new Set(profileRules.filter(({ key }) => !before.has(key)).map(({ key }) => key));
  const addedByHand = rules.filter(({ key }) => !profiled.has(key));
  const after = new Map(to.rules.filter(({ key }) => !takenAway.has(key)).map(({ key, id }) => [key, id]));
  const lostRules: string[] = [];
  for (const { key, ref_id } of addedByHand) {
    const found = to.guideRules.get(key);
    if (found) after.set(key, found.id);
    else lostRules.push(ref_id);
  }
  const own = Object.entries(values).filter(([refId, text]) => profileValues[refId] !== text);
  const lostValues = own.filter(([refId]) => !to.guideValues.has(refId)).map(([refId]) => refId);
  const moved = { ...to.values, ...Object.fromEntries(own) };
  return {
    ruleIds: [...after.values()],
    values: Object.fromEntries(
      Object.entries(moved).flatMap(([refId, text]) => {
        const id = to.guideValues.get(refId);
        return id === undefined ? [] : [[id, text]];
      }),
    ),
    addedRuleCount: [...after.keys()].filter((key) => !before.has(key)).length,
    removedRuleCount: [...before].filter((key) => !after.has(key)).length,
    lostRules,
    lostValues,
  };
}
