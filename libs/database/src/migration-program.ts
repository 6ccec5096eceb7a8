import { explainConnectionFailure } from './connection-failure';
import { WrongLocale } from './locale';
import { runMigrations } from './run-migrations';
import { UnreleasedSchema } from './schema-gap';

/**
 * Body of an app's migrate.ts: migrates the database at DATABASE_URL, and writes one JSON line to stdout per migration
 * and one at the end. On failure it exits with code 1 and a sentence on stderr if the reason is known.
 */
export async function runMigrationProgram(
  service: string,
  migrations: readonly (new () => object)[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const url = env['DATABASE_URL'] ?? '';
  if (!/^postgres(ql)?:\/\//.test(url)) {
    process.stderr.write('DATABASE_URL must be the address of a PostgreSQL database (postgres://...)\n');
    process.exitCode = 1;
    return;
  }
  try {
    const ran = await runMigrations({ url, applicationName: service, migrations }, (warning) =>
      process.stdout.write(`${JSON.stringify({ service, msg: 'warning', warning })}\n`),
    );
    for (const migration of ran) process.stdout.write(`${JSON.stringify({ service, msg: 'migrated', migration })}\n`);
    process.stdout.write(`${JSON.stringify({ service, msg: 'schema is up to date', ran: ran.length })}\n`);
  } catch (error) {
    process.stderr.write(`${toSentence(error, url)}\n`);
    process.exitCode = 1;
  }
}

function toSentence(error: unknown, url: string): string {
  if (error instanceof WrongLocale || error instanceof UnreleasedSchema) return error.message;
  return explainConnectionFailure(error, url) ?? (error as Error).stack ?? String(error);
}
