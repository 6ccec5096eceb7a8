const MAX_LENGTH = 255;

/** Why a text cannot be the name of a file, as the end of a sentence; undefined when it can. See rule plugins-1. */
export function fileNameProblem(name: string): string | undefined {
  if (name.length < 1 || name.length > MAX_LENGTH) return `must have 1 to ${MAX_LENGTH} characters`;
  if (name === '.' || name === '..') return `must be a file name, not "${name}"`;
  // eslint-disable-next-line no-control-regex -- NUL ends names
  if (/[/\\\u0000]/.test(name)) return 'must be a plain file name, without "/", "\\" and NUL';
  return undefined;
}
