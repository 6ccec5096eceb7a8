/** Major and minor version of an operating system, as its release names them; undefined where it has no numbers. */
export function osVersionOf(release: string): { major: number; minor: number } | undefined {
  const [, major, minor = '0'] = /^(\d{1,5})(?:\.(\d{1,5}))?(?!\d)/.exec(release.trim()) ?? [];
  return major === undefined ? undefined : { major: Number(major), minor: Number(minor) };
}
