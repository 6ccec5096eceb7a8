import { readFileSync } from 'node:fs';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { listSettings } from './setting.decorator';

/**
 * A secret given directly or by a file that contains it.
 * @throws when the file cannot be read
 */
export function readSecret(given: string | undefined, file: string | undefined): string | undefined {
  return file === undefined ? given : readFileSync(file, 'utf8').trim();
}

/**
 * Reads the environment into `Shape`, or stops the process with a list of all invalid settings. An empty variable
 * counts as absent, so that a deployment can clear a default of a template, unless the setting may be empty.
 */
export function loadConfig<T extends object>(Shape: new () => T, env: NodeJS.ProcessEnv = process.env): Readonly<T> {
  const known = new Map(listSettings(Shape).map((setting) => [setting.name, setting]));
  const isGiven = (name: string, value: string | undefined): boolean =>
    value === '' ? known.get(name)?.mayBeEmpty === true : known.has(name) && value !== undefined;
  const given = Object.entries(env).filter(([name, value]) => isGiven(name, value));
  const config = plainToInstance(Shape, Object.fromEntries(given), { exposeDefaultValues: true });
  const problems = validateSync(config).flatMap((problem) => Object.values(problem.constraints ?? {}));
  if (problems.length > 0) throw new Error(`Invalid configuration:\n  ${problems.join('\n  ')}`);
  return Object.freeze(config);
}
