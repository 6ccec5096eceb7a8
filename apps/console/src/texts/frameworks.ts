import { counted } from '@wardstone/units';

/** Texts of frameworks and controls. */
export const frameworkTexts = {
  title: 'Frameworks',
  one: 'Framework',
  controls: 'Controls',
  control: 'Control',
  state: 'State',
  states: {
    failed: 'Failed',
    passed: 'Passed',
    partly_checked: 'Partly checked',
    not_checked: 'Not checked',
    not_applicable: 'Not applicable',
  },
  help: 'The security guide says which controls each rule supports. A control fails if one of its rules failed on any system, and passes if all of its rules that apply passed. Reviews count, except for rules that failed. Exceptions are shown beside the state.',
  withExceptions: 'With exceptions',
  rules: 'Rules',
  failedRules: 'Failed rules',
  passedRules: 'Passed rules',
  uncheckedRules: 'Rules not checked',
  searchControls: 'Control',
  group: 'Inventory group',
  csv: 'Download CSV',
  count: (controls: number) => counted(controls, 'control'),
  rulesOf: (control: string) => `Rules of ${control}`,
  empty: {
    title: 'No controls',
    body: 'No rule in use refers to a known framework. Import the security guide again if it was imported before frameworks were supported.',
  },
  ofControl: (control: string) => `Control ${control}`,
} as const;
