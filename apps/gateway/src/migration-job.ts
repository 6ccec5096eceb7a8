import { AccountError, PasswordHasher } from '@wardstone/auth';
import { SystemClock } from '@wardstone/clock';
import { runMigrationProgram } from '@wardstone/database';
import { FIRST_ADMINISTRATOR } from '@wardstone/permissions';
import { MIGRATIONS } from './data-source';
import { openAccounts } from './open-accounts';

/** Migrates the database and, with BOOTSTRAP_ADMIN_PASSWORD_FILE, creates the first administrator. Sets the exit code. */
export async function runMigrationJob(env: NodeJS.ProcessEnv = process.env): Promise<void> {
  await runMigrationProgram('gateway', MIGRATIONS, env);
  const { DATABASE_URL: url, BOOTSTRAP_ADMIN_PASSWORD_FILE: file } = env;
  if (process.exitCode || url === undefined || file === undefined) return;
  const accounts = await openAccounts({ url, clock: new SystemClock(), hasher: new PasswordHasher() });
  try {
    if (!(await accounts.first.makeAdministrator(file))) return;
    const { username } = FIRST_ADMINISTRATOR;
    process.stdout.write(`${JSON.stringify({ service: 'gateway', msg: 'first administrator created', username })}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof AccountError ? error.message : (error as Error).stack}\n`);
    process.exitCode = 1;
  } finally {
    await accounts.close();
  }
}
