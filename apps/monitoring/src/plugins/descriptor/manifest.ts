/**
 * A main attribute of a JAR manifest; null when it is absent or blank. Names count in any case, a line that begins with
 * a blank continues the one before, and the main section ends with the first empty line.
 */
export function manifestAttribute(manifest: string, name: string): string | null {
  const [mainSection = ''] = manifest.replace(/\r\n?/g, '\n').split('\n\n', 1);
  const lines = mainSection.replaceAll('\n ', '').split('\n');
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 0 || line.slice(0, colon).trim().toLowerCase() !== name.toLowerCase()) continue;
    return line.slice(colon + 1).trim() || null;
  }
  return null;
}
