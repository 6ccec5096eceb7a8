import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { compareRecordings, differingKeys } from '../../tools/answers/compare';
import { prepareReading, RECORDED_SETTINGS } from '../../tools/answers/record';
import { Recorder } from '../../tools/answers/recorder';
import { linkPackages } from '../../tools/cluster/checkout';
import { readOperations } from '../../tools/requests/operations';
import { type RunningSystem, startSystem } from '../../tools/system';
import { readVersion, workspaceRoot } from '../../tools/workspace';

const RELEASE = 'v0.1.0';
/** Bodies that time and a restart change: a process has its own keys, and a failed notification is tried again. */
const CHANGING = ['monitoring ServiceKeys', 'monitoring explainAlert'];

/** A checkout of the release. Until it is published, this commit stands for it, under a tag in the clone alone. */
function checkOutRelease(folder: string): string {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
  execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', workspaceRoot(), folder]);
  if (git('tag', '--list', RELEASE) === '') {
    if (`v${readVersion()}` !== RELEASE) throw new Error(`This repository has no tag ${RELEASE}: git fetch --tags`);
    git('tag', RELEASE);
  }
  git('checkout', '--quiet', RELEASE);
  linkPackages(folder);
  return folder;
}

describe(`a data folder of ${RELEASE}`, () => {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-released-'));
  const dataDir = path.join(scratch, 'data');
  let system: RunningSystem | undefined;

  beforeAll(() => {
    // Its services are other users when we are root.
    fs.chmodSync(scratch, 0o755);
    fs.mkdirSync(dataDir);
  });
  afterAll(async () => {
    await system?.stop();
    fs.rmSync(scratch, { recursive: true, force: true });
  });

  it('gives the same responses after an upgrade to this version', async () => {
    const source = checkOutRelease(path.join(scratch, 'source'));
    const operations = readOperations(path.join(source, 'docs', 'openapi'));
    const reads = async (name: string): Promise<string> => {
      const file = path.join(scratch, `${name}.gz`);
      const recorder = new Recorder(system!, file);
      await read(recorder);
      await recorder.close();
      return file;
    };
    // Built by its own tools, whatever else is being tested.
    const env = { ...RECORDED_SETTINGS, PROGRAMS: '' };
    system = await startSystem({ root: source, dataDir, env });
    const read = await prepareReading(system, operations);
    const [first, before] = [await reads('first'), await reads('before')];
    await system.stop();
    system = await startSystem({ dataDir, env: RECORDED_SETTINGS });
    const after = await reads('after');

    const unstable = path.join(scratch, 'unstable');
    const ofRestart = CHANGING.map((operation) => `${operation}: at the end, application/json`);
    fs.writeFileSync(unstable, [...differingKeys(first, before), ...ofRestart].join('\n'));
    expect(compareRecordings(before, after, { ignore: unstable })).toBe(0);
  });
});
