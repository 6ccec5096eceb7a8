import { parseUuid } from '@wardstone/pagination';

/** How a path identifies a tailoring of a policy: by id or by minor version (rule compliance-18). */
export type TailoringKey = { readonly id: string } | { readonly osMinorVersion: number };

const MAX_INTEGER = 2_147_483_647;
/** A minor that no tailoring has. */
const BEYOND_EVERY_MINOR = -1;

/** Undefined if the text is neither a UUID nor a decimal number. */
export function parseTailoringKey(text: string): TailoringKey | undefined {
  const id = parseUuid(text);
  if (id !== undefined) return { id };
  if (!/^[0-9]+$/.test(text)) return undefined;
  const osMinorVersion = Number(text);
  return { osMinorVersion: osMinorVersion <= MAX_INTEGER ? osMinorVersion : BEYOND_EVERY_MINOR };
}
