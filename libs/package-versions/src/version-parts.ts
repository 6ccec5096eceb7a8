/** A version as dpkg and rpm write it: `[EPOCH:]VERSION[-RELEASE]`. */
export interface VersionParts {
  /** Digits; undefined if omitted. */
  epoch: string | undefined;
  version: string;
  /** Undefined if omitted. */
  release: string | undefined;
}

export function splitVersion(text: string): VersionParts {
  const [, epoch, rest = ''] = /^(?:(\d+):)?(.*)$/s.exec(text) ?? [];
  const dash = rest.lastIndexOf('-');
  return dash < 0
    ? { epoch, version: rest, release: undefined }
    : { epoch, version: rest.slice(0, dash), release: rest.slice(dash + 1) };
}

/** Compares digits of any length by value. */
export function compareNumbers(one: string, other: string): number {
  const [a, b] = [one.replace(/^0+/, ''), other.replace(/^0+/, '')];
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}
