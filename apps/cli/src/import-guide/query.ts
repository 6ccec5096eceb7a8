import path from 'node:path';

export interface ImportOptions {
  osMajor?: string[];
  osMinor?: string[];
  replace?: boolean;
}

/** Query string for the import of one file, without the question mark. */
export function makeImportQuery({ osMajor = [], osMinor = [], replace }: ImportOptions, file: string): string {
  const majors = new Map(osMajor.map(readMajor));
  const query = new URLSearchParams();
  const major = majors.get(path.basename(file)) ?? majors.get('');
  if (major !== undefined) query.set('os_major_version', major);
  for (const minors of osMinor) query.append('os_minor_versions', minors);
  if (replace) query.set('replace', 'true');
  return query.toString();
}

/** Parses `8`, or `ssg-firefox-ds.xml=0`, as a pair of file name (empty: every file) and version. */
function readMajor(text: string): [string, string] {
  const at = text.lastIndexOf('=');
  return [path.basename(text.slice(0, Math.max(at, 0))), text.slice(at + 1)];
}
