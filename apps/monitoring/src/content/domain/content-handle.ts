/** Format of handles; other texts are unknown. See rule content-1. */
const HANDLE = /^rhq-rest-[A-Za-z0-9]{1,40}\.bin$/;

/** Creates a handle from random bytes; 16 of them are 128 bits, which cannot be guessed. */
export function toHandle(random: Uint8Array): string {
  return `rhq-rest-${Buffer.from(random).toString('hex')}.bin`;
}

export function isHandle(text: string): boolean {
  return HANDLE.test(text);
}

/** Lifetime of content after it was created or last used. See rule content-1. */
export const CONTENT_LIFE_MS = 24 * 60 * 60_000;
