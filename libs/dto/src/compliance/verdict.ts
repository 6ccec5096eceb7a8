export const VERDICTS = ['compliant', 'not_compliant', 'not_applicable', 'unsupported'] as const;
export type Verdict = (typeof VERDICTS)[number];
