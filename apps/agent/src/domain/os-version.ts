/** Major and minor version in the name of a release; undefined without numbers. */
export function parseOsVersion(release: string): { major: number; minor: number } | undefined {
  const [, major, minor = '0'] = /^(\d{1,5})(?:\.(\d{1,5}))?(?!\d)/.exec(release.trim()) ?? [];
  return major === undefined ? undefined : { major: Number(major), minor: Number(minor) };
}
