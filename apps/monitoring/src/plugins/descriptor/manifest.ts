/**
 * A main attribute of a JAR manifest; null when it is absent or blank. Names count in any case, a line that begins with
 * a blank continues the one before, and the main section ends with the first empty line.
 */
export function manifestAttribute(manifest: string, name: string): string | null {
  const [mainSection = ''] = manifest.split(/(?:\r\n|\r|\n){2}/, 1);
  const lines = mainSection.replace(/(?:\r\n|\r|\n) /g, '').split(/\r\n|\r|\n/);
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 0 || line.slice(0, colon).trim().toLowerCase() !== name.toLowerCase()) continue;
    return line.slice(colon + 1).trim() || null;
  }
  return null;
}
