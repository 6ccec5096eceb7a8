import type { PolicyBody } from '@wardstone/dto/compliance';

/** Facts from the database about a draft. */
export interface PolicyFacts {
  readonly hasProfile: boolean;
  readonly isTitleTaken: boolean;
}

const MAX_CHARACTERS = 1000;
const BLANK = /^\p{White_Space}*$/u;

export const isBlank = (text: string | undefined): boolean => text === undefined || BLANK.test(text);

/** Violations of rules by a draft, one text each, in the order of rule compliance-9; empty if it is valid. */
export function policyViolations(draft: PolicyBody, { hasProfile, isTitleTaken }: PolicyFacts): string[] {
  return [
    ...(hasProfile ? [] : ['profile must exist', `profile can't be blank`]),
    ...(isBlank(draft.title) ? [`title can't be blank`] : []),
    ...(isTitleTaken ? ['title has already been taken'] : []),
    ...thresholdProblems(draft.compliance_threshold),
    ...(isTooLong(draft.title) ? [`title is too long (maximum is ${MAX_CHARACTERS} characters)`] : []),
  ].map((problem) => `V2::Policy ${problem}`);
}

/** Violations by a change, which only concern the threshold. */
export function thresholdViolations(threshold: number | undefined): string[] {
  return thresholdProblems(threshold).map((problem) => `V2::Policy ${problem}`);
}

function thresholdProblems(threshold: number | undefined): string[] {
  if (threshold === undefined) return [];
  if (threshold < 0) return ['compliance threshold must be greater than or equal to 0'];
  return threshold > 100 ? ['compliance threshold must be less than or equal to 100'] : [];
}

function isTooLong(title: string | undefined): boolean {
  return title !== undefined && title.length > MAX_CHARACTERS && [...title].length > MAX_CHARACTERS;
}
