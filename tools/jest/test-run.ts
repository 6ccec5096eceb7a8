import fs from 'node:fs';
import path from 'node:path';
import { build } from '../build';
import {
  type CitusCluster,
  createRunFolder,
  findCitus,
  type PostgresServer,
  removeRunFolder,
  signalProcess,
  startCitus,
  startThrowAwayPostgres,
} from '../../libs/host/src';
import { workspaceRoot } from '../workspace';

/** Folder of jest's reports for the targets of Nx, one per project, in the workspace. */
export const TEST_REPORTS = path.join('dist', 'test-reports');

/** Resources that the tests of a run share, created once, whichever projects are in the run. */
let folder: string | undefined;
let server: PostgresServer | undefined;
let citus: CitusCluster | undefined;

/** A folder for all temporary files of the tests, removed at the end of the run. */
export function provideFolder(): string {
  if (folder !== undefined) return folder;
  folder = createRunFolder();
  fs.mkdirSync(path.join(workspaceRoot(), TEST_REPORTS), { recursive: true });
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder;
  return folder;
}

/** A PostgreSQL server at TEST_DATABASE_URL, unless it is already set. */
export async function provideDatabase(): Promise<void> {
  const runFolder = provideFolder();
  await provideCitus(runFolder);
  if (process.env['TEST_DATABASE_URL']) return;
  server = await startThrowAwayPostgres(runFolder);
  process.env['TEST_DATABASE_URL'] = server.url();
}

/** If Citus is installed, a cluster at TEST_CITUS_URLS, coordinator first, unless it is already set. */
async function provideCitus(runFolder: string): Promise<void> {
  const home = findCitus();
  if (process.env['TEST_CITUS_URLS'] || home === undefined) return;
  citus = await startCitus(home, runFolder);
  process.env['TEST_CITUS_URLS'] = [citus.coordinator, ...citus.workers].map((node) => node.url()).join();
}

/** Builds the programs of the apps from the present sources. */
export async function providePrograms(): Promise<void> {
  await build();
  process.env['PROGRAMS'] = 'built';
}

export async function endRun(): Promise<void> {
  await Promise.all([server?.stop(), citus?.stop()]);
  if (server) delete process.env['TEST_DATABASE_URL'];
  if (citus) delete process.env['TEST_CITUS_URLS'];
  server = undefined;
  citus = undefined;
  if (folder) removeRunFolder(folder);
  folder = undefined;
}

/**
 * An interrupted jest ends without its teardown, so the server ends with this process. The folder, where processes may
 * still write, is removed by the next run.
 */
export function endWithProcess(): void {
  process.once('exit', () => {
    for (const { pid } of [server, citus?.coordinator, ...(citus?.workers ?? [])].filter((one) => one !== undefined)) {
      signalProcess(pid, 'SIGQUIT');
    }
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
}
