import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { SystemClock } from '@wardstone/clock';
import { bytesBelow, type WalkLimits } from '../src/machine/folder-size';
import { PermittedFiles, Refused, parseRoots } from '../src/machine/permitted-files';
import { plantFifo } from './hostile.builder';

describe('files that the server names', () => {
  let folder: string;
  let root: string;
  beforeEach(() => {
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'permitted-')));
    root = path.join(folder, 'logs');
    fs.mkdirSync(path.join(root, 'app'), { recursive: true });
    fs.writeFileSync(path.join(root, 'app', 'app.log'), 'line\n');
    fs.writeFileSync(path.join(folder, 'key.json'), 'secret\n');
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  const permitted = (over: { roots?: string[]; ownFiles?: string[] } = {}) =>
    new PermittedFiles({ roots: [root], ownFiles: [], ...over });
  const read = async (named: string, files = permitted()): Promise<string | undefined> => {
    const found = await files.find(named);
    const handle = found && (await files.open(found));
    try {
      return await handle?.readFile('utf8');
    } finally {
      await handle?.close();
    }
  };

  it('are read below the roots', async () => {
    expect(await read(path.join(root, 'app', 'app.log'))).toBe('line\n');
    expect(await read(path.join(root, 'app', 'none.log'))).toBeUndefined();
  });

  it('are read through a link that stays below the roots, and through a root that is a link', async () => {
    fs.symlinkSync('app.log', path.join(root, 'app', 'current'));
    fs.symlinkSync(root, path.join(folder, 'linked'));
    expect(await read(path.join(root, 'app', 'current'))).toBe('line\n');
    const linked = path.join(folder, 'linked');
    expect(await read(path.join(linked, 'app', 'app.log'), permitted({ roots: [linked] }))).toBe('line\n');
  });

  it.each([
    ['outside', () => path.join(folder, 'key.json')],
    ['outside, and not there', () => path.join(folder, 'none')],
    ['in a folder whose name begins as that of a root', () => `${root}-other/x`],
    ['by way of ".."', () => `${root}/../key.json`],
    ['by a relative path', () => 'logs/app/app.log'],
    ['with a NUL', () => `${root}/app/app.log\0.txt`],
    ['through a process', () => `/proc/${process.pid}/root${root}/app/app.log`],
    ['through a descriptor', () => `/proc/self/cwd${root}/app/app.log`],
    ['of the kernel', () => '/sys/kernel/notes'],
    ['of devices', () => '/dev/null'],
  ])('are refused %s', async (_where, named) => {
    await expect(permitted().find(named())).rejects.toThrow(Refused);
  });

  it('are refused with the same error whether or not the path outside the roots exists', async () => {
    const refusal = async (name: string): Promise<string> =>
      permitted()
        .find(path.join(folder, name))
        .then(
          () => 'none',
          (error: Error) => error.message,
        );
    expect(await refusal('key.json')).toBe(await refusal('none'));
  });

  it('are refused where a link or a linked folder leads out of the roots', async () => {
    fs.symlinkSync(path.join(folder, 'key.json'), path.join(root, 'app', 'link.log'));
    fs.symlinkSync(folder, path.join(root, 'out'));
    await expect(permitted().find(path.join(root, 'app', 'link.log'))).rejects.toThrow(Refused);
    await expect(permitted().find(path.join(root, 'out', 'key.json'))).rejects.toThrow(Refused);
  });

  it.each(['/proc/self/environ', '/proc/self/root/etc/hostname', '/sys/kernel/notes', '/dev/zero'])(
    'are refused in %s even if everything is below a root',
    async (named) => {
      await expect(permitted({ roots: ['/'], ownFiles: [named] }).find(named)).rejects.toThrow(Refused);
    },
  );

  it('are refused unless they are regular, without blocking on pipes', async () => {
    const fifo = path.join(root, 'fifo');
    plantFifo(fifo);
    await expect(permitted().find(fifo)).rejects.toThrow('not a regular file');
    await expect(permitted().find(path.join(root, 'app'))).rejects.toThrow('not a regular file');
  });

  it('are not opened if they were replaced since the path was checked', async () => {
    const log = path.join(root, 'app', 'app.log');
    const found = (await permitted().find(log))!;
    // Created before the log is deleted, because a new file may get the inode of a deleted one.
    fs.writeFileSync(path.join(folder, 'other'), 'other');
    fs.rmSync(log);
    fs.symlinkSync(path.join(folder, 'key.json'), log);
    await expect(permitted().open(found)).rejects.toThrow(Refused);
    fs.rmSync(log);
    fs.renameSync(path.join(folder, 'other'), log);
    expect(await permitted().open(found)).toBeUndefined();
  });

  it('are not opened when a folder above them was replaced by a link', async () => {
    const outside = path.join(folder, 'outside');
    fs.mkdirSync(outside);
    fs.linkSync(path.join(root, 'app', 'app.log'), path.join(outside, 'app.log'));
    const found = (await permitted().find(path.join(root, 'app', 'app.log')))!;
    fs.renameSync(path.join(root, 'app'), path.join(root, 'moved'));
    fs.symlinkSync(outside, path.join(root, 'app'));

    await expect(permitted().open(found)).rejects.toThrow(Refused);
  });

  it('may be anywhere if the owner lists them, except files of the kernel', async () => {
    const key = path.join(folder, 'key.json');
    expect(await read(key, permitted({ roots: [], ownFiles: [key] }))).toBe('secret\n');
    await expect(read('/proc/self/status', permitted({ ownFiles: ['/proc/self/status'] }))).rejects.toThrow(Refused);
  });

  it("are refused in the agent's own folder, by every path", async () => {
    const state = path.join(root, 'state');
    fs.mkdirSync(state);
    fs.writeFileSync(path.join(state, 'identity.json'), 'secret');
    fs.symlinkSync(state, path.join(root, 'linked'));
    const files = new PermittedFiles({ roots: [root], ownFiles: [], closed: [state] });
    await expect(files.find(path.join(state, 'identity.json'))).rejects.toThrow(Refused);
    await expect(files.find(path.join(root, 'linked', 'identity.json'))).rejects.toThrow(Refused);
  });

  it('require roots that are absolute paths', () => {
    expect(parseRoots('/var/log:/srv/logs/')).toEqual(['/var/log', '/srv/logs/']);
    expect(parseRoots('')).toEqual([]);
    expect(() => parseRoots('/var/log:logs')).toThrow('logs is not an absolute path');
  });

  describe('in folders', () => {
    const size = (named: string, limits?: Partial<WalkLimits>, roots = [root]) =>
      bytesBelow(permitted({ roots }), named, {
        clock: new SystemClock(),
        signal: new AbortController().signal,
        limits: { entries: 1_000, depth: 10, ms: 10_000, ...limits },
      });

    it('are summed up without following links', async () => {
      fs.mkdirSync(path.join(root, 'a', 'b'), { recursive: true });
      fs.writeFileSync(path.join(root, 'a', 'b', 'x'), 'x'.repeat(100));
      fs.symlinkSync(folder, path.join(root, 'a', 'out'));
      fs.symlinkSync(path.join(root, 'a'), path.join(root, 'a', 'b', 'around'));
      expect(await size(root)).toBe(105);
      expect(await size(path.join(root, 'none'))).toBeUndefined();
    });

    it('are refused outside of the roots', async () => {
      await expect(size(folder)).rejects.toThrow(Refused);
    });

    it('leave out files of the kernel', async () => {
      await expect(size('/proc', {}, ['/'])).rejects.toThrow(Refused);
      const files = permitted({ roots: ['/'] });
      const top = (await files.openFolder('/'))!;
      const below = await Promise.all(['proc', 'sys', 'dev'].map((name) => files.openFolderIn(top, name)));
      await top.handle.close();
      expect(below).toEqual([undefined, undefined, undefined]);
    });

    it.each([
      ['entries', { entries: 20 }, 'more than 20 files'],
      ['depth', { depth: 3 }, 'more than 3 folders deep'],
      ['time', { ms: -1 }, 'takes longer'],
    ])('are given up beyond a limit of %s', async (_limit, limits, message) => {
      for (let n = 0; n < 25; n++) fs.writeFileSync(path.join(root, `${n}`), '');
      fs.mkdirSync(path.join(root, 'a', 'b', 'c', 'd'), { recursive: true });
      await expect(size(root, limits)).rejects.toThrow(message);
    });

    it('leave no descriptor open', async () => {
      const open = () => fs.readdirSync('/proc/self/fd').length;
      const before = open();
      for (let n = 0; n < 20; n++) await size(root, { depth: 1 }).catch(() => undefined);
      expect(open()).toBeLessThan(before + 10);
    });
  });
});
