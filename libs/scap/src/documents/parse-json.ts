import { measureJson } from '@wardstone/markup';
import { DocumentError, tooComplex } from './document-error';

/** Limits of JSON documents (rules scap-8, scap-9). */
export const JSON_LIMITS = { depth: 100, values: 1_000_000 } as const;

/**
 * Counts before it parses: parsing millions of values exceeds the memory of a thread at once, which ends the process
 * and not only the thread.
 * @throws DocumentError
 */
export function parseJson(text: string, limits: { depth: number; values: number } = JSON_LIMITS): unknown {
  if (measureJson(Buffer.from(text), limits).excess !== undefined) throw tooComplex();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new DocumentError('invalid', 'not well-formed JSON');
  }
}
