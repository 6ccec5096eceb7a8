import { counted, numberText } from '@wardstone/units';

/** Texts of guide versions, and of moving policies to another one. */
export const guideChangeTexts = {
  tab: 'Changes',
  help: (version: string) =>
    `Rules, values and profiles of version ${version} that differ from another version, by default the one before.`,
  helpSince: (since: string, version: string) =>
    `Rules, values and profiles that were added, removed or changed from version ${since} to ${version}.`,
  since: 'Compare with',
  versionBefore: 'version before',
  kind: 'Kind',
  kinds: { rule: 'Rule', value: 'Value', profile: 'Profile' },
  change: 'Change',
  changes: { added: 'Added', removed: 'Removed', changed: 'Changed' },
  name: 'Title',
  search: 'Title',
  severity: 'Severity',
  fields: 'What changed',
  fieldNames: {
    text: 'text',
    check: 'check',
    severity: 'severity',
    fix: 'fix',
    value: 'value',
    rules: 'rules',
    values: 'values',
  } as Readonly<Record<string, string>>,
  empty: { title: 'No changes', body: 'Both versions have the same rules, values and profiles.' },
  move: 'Move policies here',
  moveTitle: 'Move policies to this version',
  moveHelp:
    'Policies keep their systems, tailorings, exceptions, schedules and history. Agents use this version from the next scan on.',
  review: 'Review changes',
  confirm: (count: number) => `Move ${counted(count, 'policy', 'policies')}`,
  none: 'No policy is on another version of this guide.',
  versions: (from: string, to: string) => `From version ${from} to ${to}`,
  rules: (added: number, removed: number) =>
    `Rules of its tailorings: ${numberText(added)} added, ${numberText(removed)} removed`,
  results: (failed: number, still: number) =>
    `${counted(failed, 'failed result')} now; ${numberText(still)} of them have the same check and stay failed`,
  lost: (what: string, names: readonly string[]) => `Not in this version: ${what} ${names.join(', ')}`,
  lostRules: 'added rules',
  lostValues: 'set values',
  lostWaivers: 'exceptions, reviews and plans of',
  minors: (minors: readonly number[]) =>
    `Not registered for the minor versions ${minors.join(', ')}: results of these systems will be unsupported until you add them to the profile.`,
} as const;
