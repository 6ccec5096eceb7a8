import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { TestClock } from '@wardstone/clock';
import type { ReportedChangeSet } from '@wardstone/dto/monitoring';
import { eventually } from '@wardstone/testing';
import type { KnownDriftDefinition } from '../src/domain/known-inventory';
import type { DriftWatch } from '../src/drift/drift-watch';
import type { FolderLimits } from '../src/drift/folder-walk';
import type { Outbox } from '../src/outbox/outbox';
import { aDriftDefinition, aDriftWatch } from './drift-watch.builder';
import { plantFifo } from './hostile.builder';
import { aResource } from './machine.builder';

const MINUTE_MS = 60_000;

describe('watched files', () => {
  let folder: string;
  let root: string;
  let roots: string[];
  let texts: string[];
  let outbox: Outbox;
  let clock: TestClock;
  let watch: DriftWatch;
  let clockErrorMs: number;

  beforeEach(() => {
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'drift-')));
    root = path.join(folder, 'etc');
    roots = [root];
    texts = [];
    clockErrorMs = 0;
    fs.mkdirSync(root);
    // Well after the files were created: recently changed files are read again.
    clock = new TestClock(Date.now() + 3_600_000);
    restart();
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  /** Starts a new process on the same disk. */
  const restart = (limits: Partial<FolderLimits> = {}) => {
    ({ watch, outbox } = aDriftWatch({ folder, roots, texts, clock, limits, clockErrorMs: () => clockErrorMs }));
  };
  const definition = (over: Partial<KnownDriftDefinition> = {}): KnownDriftDefinition =>
    aDriftDefinition({ baseDirectory: root, ...over });
  const write = (name: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  };
  /** Walks once, and takes the queued reports. */
  const walk = async (...definitions: KnownDriftDefinition[]): Promise<ReportedChangeSet[]> => {
    clock.advance(MINUTE_MS);
    watch.look({ resources: [aResource()], schedules: [], driftDefinitions: definitions });
    await eventually('the end of the walk', () => !watch.isBusy);
    return sent();
  };
  const sent = (): ReportedChangeSet[] => {
    const sets: ReportedChangeSet[] = [];
    for (let message = outbox.next(0); message; message = outbox.next(0)) {
      sets.push(...(message.body as { changeSets: ReportedChangeSet[] }).changeSets);
      outbox.remove(message);
    }
    return sets;
  };
  const toChanges = (sets: readonly ReportedChangeSet[]) =>
    sets.flatMap(({ drifts = [] }) => drifts.map(({ category, path: name }) => `${category} ${name}`)).sort();
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

  it('are reported once with their digests, and then only when they change', async () => {
    write('hosts', 'a');
    write('ssh/sshd_config', 'b');
    const first = await walk(definition());
    expect(first).toMatchObject([{ resourceId: 1, definition: 'etc', version: 0, part: 0, baseline: true }]);
    expect(first[0]!.drifts).toContainEqual({
      category: 'FILE_ADDED',
      path: 'ssh/sshd_config',
      sha256: sha256('b'),
      size: 1,
      mode: fs.statSync(path.join(root, 'ssh/sshd_config')).mode,
      owner: `${process.getuid!()}:${process.getgid!()}`,
    });
    expect(await walk(definition())).toEqual([]);

    write('hosts', 'c');
    write('new', 'd');
    fs.rmSync(path.join(root, 'ssh'), { recursive: true });
    const second = await walk(definition());
    expect(second).toMatchObject([{ version: 1 }]);
    expect(toChanges(second)).toEqual(['FILE_ADDED new', 'FILE_CHANGED hosts', 'FILE_REMOVED ssh/sshd_config']);
    fs.chmodSync(path.join(root, 'new'), 0o600);
    expect(toChanges(await walk(definition()))).toEqual(['FILE_CHANGED new']);
  });

  it('are neither reported nor read again when only the modification time changes', async () => {
    write('hosts', 'a');
    await walk(definition());
    const at = new Date(clock.now() - MINUTE_MS);
    fs.utimesSync(path.join(root, 'hosts'), at, at);
    expect(await walk(definition())).toEqual([]);
    // Same size and time: only the change time, which no program can set, reveals it.
    const { mtime } = fs.statSync(path.join(root, 'hosts'));
    write('hosts', 'b');
    fs.utimesSync(path.join(root, 'hosts'), mtime, mtime);
    expect(toChanges(await walk(definition()))).toEqual(['FILE_CHANGED hosts']);
  });

  it('lose and double nothing when the agent is killed between any two steps', async () => {
    write('a', '1');
    await walk(definition());
    write('a', '2');
    restart();
    await walk(definition());
    restart();
    expect(await walk(definition())).toEqual([]);

    // Killed before it was queued: the stored report is queued at the next start.
    write('a', '3');
    const add = killAtAdd(outbox);
    await walk(definition()).catch(() => undefined);
    add.restore();
    restart();
    expect(sent()).toMatchObject([{ version: 2, drifts: [{ path: 'a', sha256: sha256('3') }] }]);
    restart();
    expect(sent()).toEqual([]);
    expect(await walk(definition())).toEqual([]);
  });

  it('wait while too much waits for the server, so that nothing is dropped', async () => {
    write('a', '1');
    Object.defineProperty(outbox, 'waitingBytes', { value: 100 * 1024 * 1024, configurable: true });
    expect(await walk(definition())).toEqual([]);
    delete (outbox as unknown as Record<string, unknown>)['waitingBytes'];
    expect(toChanges(await walk(definition()))).toEqual(['FILE_ADDED a']);
  });

  it('get a new baseline for other filters, numbered after the version that the server knows', async () => {
    write('a.conf', '1');
    write('b.txt', '2');
    expect(await walk(definition({ version: 7 }))).toMatchObject([{ version: 8, baseline: true }]);
    const narrowed = definition({ includes: [{ path: '.', pattern: '*.conf' }] });
    const sets = await walk(narrowed);
    expect(sets).toMatchObject([{ version: 9, baseline: true }]);
    expect(toChanges(sets)).toEqual(['FILE_ADDED a.conf']);
  });

  it('are not reported as removed when the base directory is missing, which is reported once', async () => {
    write('a', '1');
    await walk(definition());
    fs.renameSync(root, `${root}.away`);
    expect(await walk(definition())).toMatchObject([{ version: 1, drifts: [], baseDirectoryMissing: true }]);
    expect(await walk(definition())).toEqual([]);
    fs.renameSync(`${root}.away`, root);
    expect(await walk(definition())).toMatchObject([{ version: 2, drifts: [] }]);
  });

  it('get a new baseline when a user accepts them, also after a kill', async () => {
    const accept = (id: number) =>
      watch.accept(
        { resources: [aResource()], schedules: [], driftDefinitions: [definition()] },
        id,
        new AbortController().signal,
      );
    write('a', '1');
    await expect(accept(1)).rejects.toThrow('The agent watches no files of this resource');
    await walk(definition());
    write('a', '2');
    await walk(definition());
    await expect(accept(2)).rejects.toThrow('The agent watches no files of this resource');
    expect(await accept(1)).toBe('The next check of the files of etc sets the baseline');
    restart();
    expect(await walk(definition())).toMatchObject([
      { version: 2, baseline: true, drifts: [{ path: 'a', sha256: sha256('2') }] },
    ]);
    expect(await walk(definition())).toEqual([]);
  });

  it('take the time of their report from the clock only while it is right', async () => {
    write('a', '1');
    expect((await walk(definition()))[0]).toHaveProperty('time', clock.now());
    clockErrorMs = 3_600_000;
    write('a', '2');
    expect((await walk(definition()))[0]).not.toHaveProperty('time');
  });

  it('are reported in parts that fit the limits of the server', async () => {
    for (let n = 0; n < 2_500; n++) write(`f${n}`, '');
    const sets = await walk(definition());
    expect(sets.map(({ part, drifts }) => [part, drifts?.length])).toEqual([
      [0, 2_000],
      [1, 500],
    ]);
  });

  describe('named by a hostile server', () => {
    const refused = async (baseDirectory: string): Promise<string> => {
      expect(await walk(definition({ baseDirectory }))).toEqual([]);
      return watch.problems.join();
    };

    it('are not read outside the permitted roots, which the agent reports to the owner', async () => {
      const secret = path.join(folder, 'secret');
      fs.mkdirSync(secret);
      fs.writeFileSync(path.join(secret, 'key'), 'd');
      fs.symlinkSync(secret, path.join(root, 'link'));
      fs.symlinkSync('/proc/self', path.join(root, 'proc'));
      const outside = "it is outside the agent's AGENT_FILE_ROOTS";
      expect(await refused(secret)).toContain(outside);
      expect(await refused('/root')).toContain(outside);
      expect(await refused(path.join(root, 'link'))).toContain(outside);
      expect(await refused(`${root}/../secret`)).toContain('contains ".."');
      expect(await refused('etc')).toContain('not an absolute path');
      expect(await refused(`${root}\0/x`)).toContain('not an absolute path');
      expect(await refused('/proc/self')).toContain('never opened');
      expect(await refused(path.join(root, 'proc'))).toContain('never opened');
      expect(await walk()).toEqual([]);
      expect(watch.problems).toEqual([]);
    });

    it('are limited to the roots where the base directory contains them', async () => {
      write('nginx/nginx.conf', '1');
      write('shadow', 'secret');
      roots = [path.join(root, 'nginx')];
      restart();
      expect(toChanges(await walk(definition()))).toEqual(['FILE_ADDED nginx/nginx.conf']);
      expect(toChanges(await walk(definition({ name: 'all', baseDirectory: '/' })))).toEqual([
        `FILE_ADDED ${root.slice(1)}/nginx/nginx.conf`,
      ]);
      expect(watch.problems).toEqual([]);
    });

    it('are not read at all without configured roots', async () => {
      roots = [];
      restart();
      write('a', '1');
      expect(await walk(definition())).toEqual([]);
      expect(watch.problems).toEqual([]);
    });

    it('never include the state of the agent itself', async () => {
      roots = [folder];
      restart();
      write('a', '1');
      fs.writeFileSync(path.join(folder, 'state', 'identity.json'), 'secret');
      expect(toChanges(await walk(definition({ baseDirectory: folder })))).toEqual(['FILE_ADDED etc/a']);
      expect(await refused(path.join(folder, 'state'))).toContain("agent's data folder");
    });
  });

  describe('among links and special files', () => {
    it('are regular files only; links are recorded and never followed', async () => {
      const secret = path.join(folder, 'secret');
      fs.writeFileSync(secret, 'd');
      write('a', '1');
      plantFifo(path.join(root, 'fifo'));
      fs.symlinkSync(secret, path.join(root, 'link'));
      fs.symlinkSync('/', path.join(root, 'all'));
      const [set] = await walk(definition());
      expect(toChanges([set!])).toEqual(['FILE_ADDED a', 'FILE_ADDED all', 'FILE_ADDED link']);
      expect(set!.drifts!.find(({ path: name }) => name === 'link')).toMatchObject({ sha256: sha256(secret) });
      fs.writeFileSync(secret, 'e');
      expect(await walk(definition())).toEqual([]);
      fs.rmSync(path.join(root, 'link'));
      fs.symlinkSync('/root', path.join(root, 'link'));
      expect(toChanges(await walk(definition()))).toEqual(['FILE_CHANGED link']);
    });

    it('may have names that are not UTF-8', async () => {
      fs.writeFileSync(Buffer.concat([Buffer.from(`${root}/a`), Buffer.of(0xff)]), '1');
      fs.mkdirSync(Buffer.concat([Buffer.from(`${root}/d`), Buffer.of(0xfe)]));
      fs.writeFileSync(Buffer.concat([Buffer.from(`${root}/d`), Buffer.of(0xfe), Buffer.from('/<b>\n')]), '2');
      expect(toChanges(await walk(definition()))).toEqual([
        String.raw`FILE_ADDED a\xff`,
        String.raw`FILE_ADDED d\xfe/${'<b>\n'}`,
      ]);
      expect(await walk(definition())).toEqual([]);
    });

    it('are compared by size and time when they are large, such as sparse terabytes', async () => {
      fs.closeSync(fs.openSync(path.join(root, 'sparse'), 'w'));
      fs.truncateSync(path.join(root, 'sparse'), 2 ** 42);
      expect(await walk(definition())).toMatchObject([{ drifts: [{ path: 'sparse', size: 2 ** 42 }] }]);
      fs.truncateSync(path.join(root, 'sparse'), 2 ** 41);
      const [set] = await walk(definition());
      expect(set!.drifts![0]).not.toHaveProperty('sha256');
      expect(toChanges([set!])).toEqual(['FILE_CHANGED sparse']);
    });

    it('are refused as a whole when they are too many or nested too deeply', async () => {
      for (let n = 0; n < 20; n++) write(`f${n}`, 'text');
      write('1/2/3/4/5', '');
      for (const [limits, reason] of [
        [{ files: 10 }, 'it contains more than 10 files'],
        [{ entries: 10 }, 'it contains more than 10 entries'],
        [{ depth: 3 }, 'it is more than 3 folders deep'],
        [{ bytes: 30 }, 'it has more than 30 bytes to read'],
        [{ pathCharacters: 20 }, 'its paths are too long'],
        [{ ms: -1 }, 'reading it takes longer'],
      ] as const) {
        restart(limits);
        expect(await walk(definition())).toEqual([]);
        expect(watch.problems.join()).toContain(reason);
      }
      restart();
      expect(await walk(definition())).toHaveLength(1);
      expect(watch.problems).toEqual([]);
    });
  });

  it('are reported with their text where the owner permits it, without secrets, whatever the server requests', async () => {
    texts = [`${root}/app.conf`, `${root}/shadow`, `${root}/big`];
    restart();
    write('app.conf', 'port = 1\npassword = hunter2\n');
    write('other.conf', 'port = 1\n');
    write('shadow', 'root:x:1::::::\n');
    write('big', 'x'.repeat(100_000));
    const asking = { ...definition(), texts: [`${root}/**`], AGENT_FILE_TEXTS: `${root}/**` };
    const readTexts = async () =>
      (await walk(asking)).flatMap(({ drifts = [] }) => drifts.map(({ path: file, text }) => [file, text]));
    expect((await readTexts()).sort()).toEqual([
      ['app.conf', 'port = 1\n[withheld: may contain a secret]\n'],
      ['big', undefined],
      ['other.conf', undefined],
      ['shadow', undefined],
    ]);
    write('app.conf', 'port = 2\npassword = hunter3\n');
    write('other.conf', 'port = 2\n');
    expect((await readTexts()).sort()).toEqual([
      ['app.conf', 'port = 2\n[withheld: may contain a secret]\n'],
      ['other.conf', undefined],
    ]);
    const kept = fs
      .readdirSync(path.join(folder, 'state', 'drift'))
      .map((name) => fs.readFileSync(path.join(folder, 'state', 'drift', name), 'utf8'));
    expect(kept.join()).not.toContain('port');
  });

  it('have no text when a symbolic or hard link matches the pattern', async () => {
    texts = [`${root}/link.conf`, `${root}/conf/**`, `${root}/hard.conf`];
    restart();
    fs.mkdirSync(path.join(folder, 'outside'));
    fs.writeFileSync(path.join(folder, 'outside', 'a'), 'outside');
    fs.symlinkSync(path.join(folder, 'outside', 'a'), path.join(root, 'link.conf'));
    fs.symlinkSync(path.join(folder, 'outside'), path.join(root, 'conf'));
    fs.linkSync(path.join(folder, 'outside', 'a'), path.join(root, 'hard.conf'));
    const sets = await walk(definition());
    const drifts = sets.flatMap(({ drifts = [] }) => drifts);
    expect(drifts.map(({ path: file }) => file).sort()).toEqual(['conf', 'hard.conf', 'link.conf']);
    expect(drifts.filter(({ text }) => text !== undefined)).toEqual([]);
  });
});

/** Makes the outbox fail as a process that ends there would. */
function killAtAdd(outbox: Outbox): { restore: () => void } {
  outbox.add = () => {
    throw new Error('killed');
  };
  return { restore: () => void delete (outbox as Partial<Outbox>).add };
}
