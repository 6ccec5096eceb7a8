import type { WaiverBody } from '@wardstone/dto/compliance';

/** Facts from the database about a request. */
export interface WaiverFacts {
  readonly hasRule: boolean;
  readonly hasPolicy: boolean;
  /** The highest severity that a guide gives the rule: 3 for high, 2 for medium, 1 for low, else 0. */
  readonly severityRank: number | null;
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
    severityProblem(body, facts),
  ];
  return [...toTexts(problems), ...expiryViolations(expiresMs, nowMs)];
}

/** Violations of the expiry. */
export const expiryViolations = (expiresMs: number, nowMs: number): string[] =>
  toTexts([
    expiresMs <= nowMs && 'expiry must be in the future',
    expiresMs > nowMs + MAX_MS && 'expiry must be within two years',
  ]);

/** Facts about the attachment of a file. */
export interface AttachmentFacts {
  readonly state: string;
  readonly hasAttachment: boolean;
  /** Size of all attachments of the organisation, with this one. */
  readonly totalBytes: number;
}

export const MAX_ATTACHMENT_BYTES = 5 * 1024 * 1024;
/** Maximum of one organisation. */
export const MAX_ATTACHED_BYTES = 1024 * 1024 * 1024;
const MAX_FILE_NAME = 255;
/** Separators of folders, and characters that change how a name is shown. */
const NO_FILE_NAME = /[/\\\p{Cc}\p{Cf}\p{Surrogate}]/u;

/** Violations of rules by an attachment; empty if it may be stored. What was decided upon does not change. Pure. */
export function attachmentViolations(fileName: string, facts: AttachmentFacts): string[] {
  const isOpen = facts.state === 'requested' || facts.state === 'planned' || facts.state === 'overdue';
  return toTexts([
    fileName.trim() === '' && `file name can't be blank`,
    [...fileName].length > MAX_FILE_NAME && `file name is too long (maximum is ${MAX_FILE_NAME} characters)`,
    NO_FILE_NAME.test(fileName) && 'file name is invalid',
    !isOpen && `is ${facts.state}`,
    facts.hasAttachment && 'already has an attachment',
    facts.totalBytes > MAX_ATTACHED_BYTES &&
      `attachments are too large together (maximum is ${MAX_ATTACHED_BYTES} bytes)`,
  ]);
}

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

const RANKS = { medium: 2, low: 1, info: 0 } as const;

function severityProblem({ result, severity }: WaiverBody, { severityRank }: WaiverFacts): string | false {
  if (result !== 'lowered') return severity !== undefined && 'severity must be left out unless the result is lowered';
  if (severity === undefined) return `severity can't be blank`;
  return severityRank !== null && RANKS[severity] >= severityRank && 'severity must be lower than that of the rule';
}

function systemsProblem(count: number, { seenSystems }: WaiverFacts): string | false {
  if (count === 0) return `systems can't be blank`;
  if (count > MAX_SYSTEMS) return `systems are too many (maximum is ${MAX_SYSTEMS})`;
  return count > seenSystems && 'system must exist';
}
