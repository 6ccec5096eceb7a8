import type { WaiverBody } from '@wardstone/dto/compliance';

/** Facts from the database about a request. */
export interface WaiverFacts {
  readonly hasRule: boolean;
  readonly hasPolicy: boolean;
  /** Number of named systems that the caller sees. */
  readonly seenSystems: number;
  /** Waivers of the organisation that are or may come into force, and all of the last day. */
  readonly waivers: number;
}

/** Maximum of one organisation, because each result is checked against all of them. */
export const MAX_WAIVERS = 5000;
/** In characters. */
export const MAX_REASON = 2000;
/** Maximum number of systems that are looked up. */
export const MAX_SYSTEMS = 1000;
const MAX_GROUP_LENGTH = 255;
const MAX_OWNER = 255;
const MAX_MS = 731 * 86_400_000;

/** Violations of rules by a request, one text each; empty if it is valid. Pure. */
export function waiverViolations(body: WaiverBody, facts: WaiverFacts, nowMs: number): string[] {
  const { policy_id, group_id, system_ids, reason, expires_at } = body;
  const expiresMs = Date.parse(expires_at);
  const problems = [
    !facts.hasRule && 'rule must exist',
    policy_id === undefined &&
      group_id === undefined &&
      system_ids === undefined &&
      'policy, group or systems must be given',
    !facts.hasPolicy && 'policy must exist',
    system_ids && systemsProblem(system_ids.length, facts),
    group_id && group_id.length > MAX_GROUP_LENGTH && `group is too long (maximum is ${MAX_GROUP_LENGTH} characters)`,
    reason.trim() === '' && `reason can't be blank`,
    [...reason].length > MAX_REASON && `reason is too long (maximum is ${MAX_REASON} characters)`,
    ...ownerProblems(body),
  ];
  return [...toTexts(problems), ...expiryViolations(expiresMs, nowMs)];
}

/** Violations of the expiry. */
export const expiryViolations = (expiresMs: number, nowMs: number): string[] =>
  toTexts([
    expiresMs <= nowMs && 'expiry must be in the future',
    expiresMs > nowMs + MAX_MS && 'expiry must be within two years',
  ]);

const toTexts = (problems: readonly (string | false | undefined)[]): string[] =>
  problems.flatMap((problem) => (problem ? [`V2::Waiver ${problem}`] : []));

function ownerProblems({ result, owner }: WaiverBody): (string | false | undefined)[] {
  const isBlank = (owner ?? '').trim() === '';
  return [
    result === 'planned' && isBlank && `owner can't be blank`,
    result !== 'planned' && owner !== undefined && 'owner must be left out unless the result is planned',
    owner !== undefined && [...owner].length > MAX_OWNER && `owner is too long (maximum is ${MAX_OWNER} characters)`,
  ];
}

function systemsProblem(count: number, { seenSystems }: WaiverFacts): string | false {
  if (count === 0) return `systems can't be blank`;
  if (count > MAX_SYSTEMS) return `systems are too many (maximum is ${MAX_SYSTEMS})`;
  return count > seenSystems && 'system must exist';
}
