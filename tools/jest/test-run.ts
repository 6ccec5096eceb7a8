import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { startThrowAwayPostgres } from '../postgres/throw-away';
import type { PostgresServer } from '../postgres/postgres-server';
import { signalProcess } from '../processes';
import { createRunFolder, removeRunFolder } from '../run-folder';
import { workspaceRoot } from '../workspace';

/** What the tests of one run share, provided once, whichever projects are in the run. */
let folder: string | undefined;
let server: PostgresServer | undefined;

/** A folder for all temporary files of the tests, which goes when the run ends. */
export function provideFolder(): string {
  if (folder !== undefined) return folder;
  folder = createRunFolder();
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder;
  process.once('exit', abandon);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  return folder;
}

/** A PostgreSQL server at TEST_DATABASE_URL, unless there is one already. */
export async function provideDatabase(): Promise<void> {
  const runFolder = provideFolder();
  if (process.env['TEST_DATABASE_URL']) return;
  server = await startThrowAwayPostgres(runFolder);
  process.env['TEST_DATABASE_URL'] = server.url();
}

/** The programs of the apps as their sources are now. */
export function providePrograms(): void {
  const root = workspaceRoot();
  const { status } = spawnSync(process.execPath, [path.join(root, 'tools', 'run.mjs'), 'build'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('The programs could not be built.');
}

export async function endRun(): Promise<void> {
  await server?.stop();
  if (server) delete process.env['TEST_DATABASE_URL'];
  server = undefined;
  if (folder) removeRunFolder(folder);
  folder = undefined;
}

/** At the exit of a run that was broken off. Its folder, where processes may still write, is removed by the next run. */
function abandon(): void {
  if (server) signalProcess(server.pid, 'SIGQUIT');
}
