/** Bundle of a thread's program, beside main.js; for tests, which run sources, tools/jest/thread-file.ts builds it. */
export function threadFile(program: string): string {
  return `${program}.js`;
}
