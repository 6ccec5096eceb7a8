import fs from 'node:fs';
import { createRunFolder, removeRunFolder } from './run-folder';
import { startThrowAwayPostgres } from './postgres/throw-away';

/**
 * `node tools/run.mjs test-database [FILE]`: a throw-away server to run single specs against. Prints its address
 * (also into FILE) for TEST_DATABASE_URL and stops on Ctrl-C.
 */
export async function main([file]: string[]): Promise<number> {
  const folder = createRunFolder();
  const server = await startThrowAwayPostgres(folder);
  console.log(server.url());
  if (file) fs.writeFileSync(file, server.url(), { mode: 0o600 });
  const stopAsked = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
  await Promise.race([stopAsked, server.exited]);
  await server.stop();
  removeRunFolder(folder);
  return 0;
}
