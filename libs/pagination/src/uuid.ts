const UUID = /^([0-9a-f]{8})(-?)([0-9a-f]{4})\2([0-9a-f]{4})\2([0-9a-f]{4})\2([0-9a-f]{12})$/;

/**
 * Reads a UUID in any letter case, with all dashes or none (rule compliance-6); version and variant are not checked,
 * `urn:uuid:` is not accepted.
 * @returns lower case with dashes, or undefined
 */
export function parseUuid(text: string): string | undefined {
  const match = UUID.exec(text.toLowerCase());
  return match ? [match[1], match[3], match[4], match[5], match[6]].join('-') : undefined;
}
