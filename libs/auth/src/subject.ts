import { createHash } from 'node:crypto';
import type { Account } from './accounts/account';
import { OWN_ISSUER } from './tokens/verify-jwt';

export const MAX_SUBJECT_LENGTH = 255;

const SUBJECT = new RegExp(`^[^\\p{Cc}\\p{Cs}]{1,${MAX_SUBJECT_LENGTH}}$`, 'u');
/** The separator, the escape character, and characters that a text column or a log line cannot hold. */
const UNSAFE = /[%|\s\p{Cc}\p{Cs}]/gu;

/**
 * The stable identity of a caller: the issuer, then what distinguishes its callers, so that equal names of two issuers,
 * organisations or accounts are never equal subjects. Compared as a whole, never parsed.
 */
export function makeSubject(issuer: string, ...parts: readonly string[]): string {
  const text = [issuer, ...parts].map(escape).join('|');
  if (text.length <= MAX_SUBJECT_LENGTH) return text;
  // Two bars in a row distinguish it from a short subject, whose first part is never empty.
  return `sha256||${createHash('sha256').update(text).digest('base64url')}`;
}

/** Subject of the gateway itself. */
export const GATEWAY_SUBJECT = `${OWN_ISSUER}|gateway`;

/** Issuer, organisation, name and time of creation. */
const ACCOUNT_PARTS = 4;

/**
 * Subject of a local account. It includes the time of creation, so that a later account of the same name does not
 * inherit the records.
 */
export function subjectOfAccount({
  username,
  orgId,
  createdAt,
}: Pick<Account, 'username' | 'orgId' | 'createdAt'>): string {
  return makeSubject(OWN_ISSUER, orgId, username, createdAt);
}

/** Whether both are local accounts of the same name; only one exists at a time, so one succeeded the other. */
export function isSuccessor(subject: string, former: string): boolean {
  const [one, other] = [subject, former].map((text) => text.split('|'));
  const areAccounts = [one, other].every((parts) => parts?.length === ACCOUNT_PARTS && parts[0] === OWN_ISSUER);
  return areAccounts && one?.[1] === other?.[1] && one?.[2] === other?.[2];
}

export function isSubject(value: unknown): value is string {
  return typeof value === 'string' && SUBJECT.test(value);
}

function escape(part: string): string {
  return part.replace(UNSAFE, (character) => `%${(character.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`);
}
