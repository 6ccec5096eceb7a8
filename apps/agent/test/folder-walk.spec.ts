import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Clock, SystemClock, TestClock } from '@wardstone/clock';
import { measureEffort, rounds } from '@wardstone/testing';
import { FileFilters } from '../src/drift/file-filter';
import { FOLDER_LIMITS, FolderWalk } from '../src/drift/folder-walk';
import { PermittedTexts } from '../src/drift/permitted-texts';
import type { WatchedFiles } from '../src/drift/watched-file';
import { PermittedFiles } from '../src/machine/permitted-files';

const SECRET = createHash('sha256').update('secret').digest('hex');

const REPEATS = 5;

describe('a walk over watched files', () => {
  let folder: string;
  let root: string;
  /** AGENT_FILE_TEXTS. */
  let patterns: string[];
  beforeEach(() => {
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'walk-')));
    root = path.join(folder, 'root');
    fs.mkdirSync(root);
    patterns = [];
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  const walk = async (
    known: WatchedFiles = new Map(),
    limits = FOLDER_LIMITS,
    clock: Clock = new SystemClock(),
  ): Promise<WatchedFiles> => {
    const each = new FolderWalk({
      files: new PermittedFiles({ roots: [root], ownFiles: [], setting: 'AGENT_FILE_ROOTS', isOneMount: true }),
      clock,
      signal: new AbortController().signal,
      texts: new PermittedTexts(patterns),
      isBaseline: false,
      filters: new FileFilters([], []),
      closed: path.join(folder, 'state'),
      known,
      limits,
    });
    await each.enter(root, '');
    return each.end();
  };
  const give = (count: number) => {
    for (let n = 0; n < count; n++) {
      const inside = path.join(root, `${Math.floor(n / 500)}`);
      if (n % 500 === 0) fs.mkdirSync(inside);
      fs.writeFileSync(path.join(inside, `file-${n}.conf`), `content of ${n}\n`);
    }
    // A file that has just changed is read again.
    const past = new Date(Date.now() - 3_600_000);
    for (const name of fs.readdirSync(root)) fs.utimesSync(path.join(root, name), past, past);
  };

  it('reads nothing behind links, however files, folders and links are swapped meanwhile', async () => {
    const outside = path.join(folder, 'outside');
    fs.mkdirSync(outside);
    fs.writeFileSync(path.join(outside, 'a'), 'secret');
    fs.mkdirSync(path.join(root, 'b'));
    fs.writeFileSync(path.join(root, 'b', 'a'), 'public');
    fs.writeFileSync(path.join(root, 'a'), 'public');
    patterns = [`${root}/**`];
    let isOver = false;
    const swaps = (async () => {
      for (let n = 0; !isOver; n++) {
        const [file, dir] = [path.join(root, 'a'), path.join(root, 'b')];
        fs.rmSync(file, { force: true });
        if (n % 2 === 0) fs.symlinkSync(path.join(outside, 'a'), file);
        else fs.writeFileSync(file, 'public');
        fs.renameSync(dir, path.join(folder, `b${n}`));
        if (n % 2 === 0) fs.symlinkSync(outside, dir);
        else {
          fs.rmSync(dir, { recursive: true, force: true });
          fs.mkdirSync(dir);
          fs.writeFileSync(path.join(dir, 'a'), 'public');
        }
        await new Promise(setImmediate);
      }
    })();
    const digests = new Set<string | null>();
    const texts = new Set<string | undefined>();
    // At least until it has met a link and a file.
    const isEnough = (walks: number): boolean => walks >= rounds(1_000) && digests.size > 1 && texts.has('public');
    for (let n = 0; !isEnough(n) && n < 20_000; n++) {
      for (const { sha256, text } of (await walk()).values()) {
        digests.add(sha256);
        texts.add(text);
      }
    }
    isOver = true;
    await swaps;
    expect(digests.size).toBeGreaterThan(1);
    expect(digests).not.toContain(SECRET);
    expect(texts).toContain('public');
    expect(texts).not.toContain('secret');
  });

  it('ends even if a file grows while it is read', async () => {
    const file = path.join(root, 'growing');
    fs.writeFileSync(file, Buffer.alloc(1024 * 1024));
    let isOver = false;
    const growth = (async () => {
      while (!isOver) {
        fs.appendFileSync(file, Buffer.alloc(1024));
        await new Promise(setImmediate);
      }
    })();
    const [found] = (await walk(new Map(), { ...FOLDER_LIMITS, bytes: FOLDER_LIMITS.fileBytes })).values();
    isOver = true;
    await growth;
    expect(found?.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('opens no file that was replaced after it was listed', async () => {
    const files = new PermittedFiles({ roots: [root], ownFiles: [], isOneMount: true });
    fs.writeFileSync(path.join(root, 'a'), 'a');
    const opened = (await files.openFolder(root))!;
    const { dev: device, ino: inode } = fs.lstatSync(path.join(root, 'a'));
    const same = await files.openFileIn(opened, 'a', { device, inode });
    expect(same).toBeInstanceOf(Object);
    if (typeof same === 'object') await same.close();
    expect(await files.openFileIn(opened, 'a', { device, inode: inode + 1 })).toBeUndefined();
    fs.rmSync(path.join(root, 'a'));
    fs.symlinkSync('/etc/hostname', path.join(root, 'a'));
    expect(await files.openFileIn(opened, 'a', { device, inode })).toBeUndefined();
    await opened.handle.close();
  });

  it('over 100,000 unchanged files, or a hundredth of them, costs little', async () => {
    const count = rounds(100_000, 100);
    give(count);
    // Once the files are seconds old, the second walk reads them again, the third one knows them.
    const later = new TestClock(Date.now() + 2_500);
    const settled = await walk(await walk(), FOLDER_LIMITS, later);
    const files = fs.readdirSync(root, { recursive: true, encoding: 'utf8' });
    // A single walk over few files costs less than other work of the process.
    const repeated = await measureEffort(async () => {
      for (let n = 0; n < REPEATS; n++) expect((await walk(settled, FOLDER_LIMITS, later)).size).toBe(count);
    });
    const looks = await measureEffort(async () => {
      for (let n = 0; n < REPEATS; n++) for (const name of files) await fs.promises.lstat(path.join(root, name));
    });
    process.stdout.write(`${count} files: ${repeated.toFixed(1)} against ${looks.toFixed(1)} for a look at each\n`);
    // Six times and more where every file is read again.
    expect(repeated / looks).toBeLessThan(4);
  });

  it('refuses more files than it may watch, without reading on', async () => {
    const limits = { ...FOLDER_LIMITS, files: rounds(FOLDER_LIMITS.files, 100) };
    const count = rounds(1_000_000, 100);
    give(count);
    const read = jest.spyOn(PermittedFiles.prototype, 'openFileIn');
    const before = process.memoryUsage().rss;
    try {
      await expect(walk(new Map(), limits)).rejects.toThrow(`it contains more than ${limits.files} files`);
      expect(read.mock.calls.length).toBeLessThanOrEqual(limits.files + 1);
    } finally {
      read.mockRestore();
    }
    process.stdout.write(`${count} files: ${Math.round((process.memoryUsage().rss - before) / 2 ** 20)} MiB more\n`);
  });
});
