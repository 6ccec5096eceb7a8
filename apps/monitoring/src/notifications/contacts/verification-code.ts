import { randomInt, timingSafeEqual } from 'node:crypto';
import { digestSecret } from '@wardstone/auth';
import type { ContactMethodRow, SentCode } from './contact-method.queries';

type CodedMethod = Pick<ContactMethodRow, 'id' | 'config'>;

/** Without characters that look or sound alike, because codes are also read aloud. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUP = 5;
const GROUPS = 2;
const LIFETIME_MS = 15 * 60_000;
/** Minimum time between two codes. */
const PAUSE_MS = 60_000;
export const MAX_CODE_ATTEMPTS = 5;

/** A code such as `7KQ2M-XH4RT`, one of 30^10; five attempts are permitted. */
export function newCode(): string {
  const group = (): string => Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** The stored digest, bound to the destination, so that the code verifies nothing else. */
export function codeDigest({ id, config }: CodedMethod, code: string): string {
  const destination = Object.entries(config).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return digestSecret(JSON.stringify([id, destination, code.toUpperCase().replace(/[\s-]/g, '')]));
}

/** When the next code may be sent; undefined for now. Pure. */
export function nextCodeMs({ sentMs }: SentCode, nowMs: number): number | undefined {
  const nextMs = (sentMs ?? -Infinity) + PAUSE_MS;
  return nextMs > nowMs ? nextMs : undefined;
}

/** Whether a code can still be entered. Pure. */
export function isCodeOpen({ digest, sentMs, attempts }: SentCode, nowMs: number): boolean {
  return digest !== null && sentMs !== null && nowMs < sentMs + LIFETIME_MS && attempts < MAX_CODE_ATTEMPTS;
}

/** Compares a code with the sent one in constant time. Pure. */
export function isCode({ digest }: SentCode, method: CodedMethod, code: string): boolean {
  const [stored, given] = [digest ?? '', codeDigest(method, code)].map((text) => Buffer.from(text));
  return stored!.length === given!.length && timingSafeEqual(stored!, given!);
}
