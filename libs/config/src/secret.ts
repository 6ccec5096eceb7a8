import { readFileSync } from 'node:fs';

/** A secret that is given as it is, or by the file that holds it. @throws when the file cannot be read */
export function secretOf(given: string | undefined, file: string | undefined): string | undefined {
  return file === undefined ? given : readFileSync(file, 'utf8').trim();
}
