import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createRunFolder, inspectProcess, removeRunFolder, startThrowAwayPostgres, waitUntil } from '@wardstone/host';

describe('the folder of a test run', () => {
  let outer: string;

  beforeEach(() => {
    outer = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-runs-'));
    fs.chmodSync(outer, 0o711);
  });

  afterEach(() => {
    fs.rmSync(outer, { recursive: true, force: true });
  });

  function pretendOwnerWasKilled(folder: string): void {
    const owner = { pid: process.pid, commandLine: 'a test run that had this process id before' };
    fs.writeFileSync(path.join(folder, 'owner.json'), JSON.stringify(owner));
  }

  it('is deleted, and its server stopped, when its run was killed', async () => {
    const abandoned = createRunFolder(outer);
    const server = await startThrowAwayPostgres(abandoned);
    pretendOwnerWasKilled(abandoned);

    const next = createRunFolder(outer);

    expect(await waitUntil(() => inspectProcess(server.pid).kind === 'ended', 60_000)).toBe(true);
    expect(fs.readdirSync(outer)).toEqual([path.basename(next)]);
  });

  it('is kept while its run is alive', () => {
    const other = createRunFolder(outer);
    const own = createRunFolder(outer);

    expect(fs.readdirSync(outer).sort()).toEqual([other, own].map((folder) => path.basename(folder)).sort());
  });

  it('is kept when its owner is unknown', () => {
    const unknown = path.join(outer, 'wardstone-test-unknown');
    fs.mkdirSync(unknown);
    createRunFolder(outer);

    expect(fs.existsSync(unknown)).toBe(true);
  });

  it('is removed after its run', () => {
    const folder = createRunFolder(outer);
    fs.writeFileSync(path.join(folder, 'left behind'), 'by a test');
    removeRunFolder(folder);

    expect(fs.readdirSync(outer)).toEqual([]);
  });
});
