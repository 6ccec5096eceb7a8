/** A version as dpkg and rpm write it: `[EPOCH:]VERSION[-RELEASE]`. */
export interface VersionParts {
  /** Digits; undefined when it is left out. */
  epoch: string | undefined;
  version: string;
  /** Undefined when it is left out. */
  release: string | undefined;
}

export function splitVersion(text: string): VersionParts {
  const [, epoch, rest = ''] = /^(?:(\d+):)?(.*)$/s.exec(text) ?? [];
  const dash = rest.lastIndexOf('-');
  return dash < 0
    ? { epoch, version: rest, release: undefined }
    : { epoch, version: rest.slice(0, dash), release: rest.slice(dash + 1) };
}

/** Digits of any length, by their value. */
export function compareNumbers(one: string, other: string): number {
  const [a, b] = [one.replace(/^0+/, ''), other.replace(/^0+/, '')];
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}
