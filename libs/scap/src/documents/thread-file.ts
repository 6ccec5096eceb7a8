/** The bundle of a thread's program, beside main.js; tools/jest/thread-file.ts makes it for tests, which run sources. */
export function threadFile(program: string): string {
  return `${program}.js`;
}
