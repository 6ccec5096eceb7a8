import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { SystemClock } from '@wardstone/clock';
import { describeWhere } from '@wardstone/testing';
import { FileFilters } from '../src/drift/file-filter';
import { FOLDER_LIMITS, FolderWalk } from '../src/drift/folder-walk';
import { PermittedTexts } from '../src/drift/permitted-texts';
import type { WatchedFiles } from '../src/drift/watched-file';
import { type FoundFile, type OpenedFolder, PermittedFiles } from '../src/machine/permitted-files';
import { plantFifo } from './hostile.builder';

const run = (program: string, ...args: string[]): void => void execFileSync(program, args, { stdio: 'ignore' });

/** Whether this user may make devices and mounts: root outside of most containers. */
function isPrivileged(): boolean {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'privileged-'));
  try {
    run('mknod', path.join(folder, 'null'), 'c', '1', '3');
    run('mount', '--bind', folder, folder);
    run('umount', folder);
    return true;
  } catch {
    return false;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

describe('a walk over hostile files', () => {
  let folder: string;
  let root: string;
  let mounts: string[];

  beforeEach(() => {
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hostile-')));
    root = path.join(folder, 'root');
    mounts = [];
    fs.mkdirSync(path.join(root, 'inside'), { recursive: true });
    fs.mkdirSync(path.join(folder, 'outside'));
    fs.writeFileSync(path.join(folder, 'outside', 'secret'), 'secret');
    fs.writeFileSync(path.join(root, 'plain'), 'plain');
  });
  afterEach(() => {
    for (const mount of mounts.reverse()) run('umount', mount);
    fs.rmSync(folder, { recursive: true });
  });

  const at = (name: string): string => path.join(root, name);
  const outside = (name = ''): string => path.join(folder, 'outside', name);
  const bind = (from: string, to: string): void => {
    run('mount', '--bind', from, to);
    mounts.push(to);
  };
  const look = async (Files = PermittedFiles, known: WatchedFiles = new Map()): Promise<WatchedFiles> => {
    const each = new FolderWalk({
      files: new Files({ roots: [root], ownFiles: [], setting: 'AGENT_FILE_ROOTS', isOneMount: true }),
      clock: new SystemClock(),
      signal: new AbortController().signal,
      texts: new PermittedTexts([]),
      isBaseline: false,
      filters: new FileFilters([], []),
      closed: path.join(folder, 'state'),
      known,
      limits: FOLDER_LIMITS,
    });
    await each.enter(root, '');
    return each.end();
  };
  /** Paths found; files without a digest have a question mark. */
  const walk = async (Files = PermittedFiles): Promise<string[]> => {
    return [...(await look(Files))].map(([name, { sha256 }]) => (sha256 === null ? `${name} ?` : name)).sort();
  };

  /** How the file is made, and which files besides `plain` the walk finds. */
  const PLANTED: readonly (readonly [what: string, plant: () => unknown, found: readonly string[]])[] = [
    ['a link to a file outside', () => fs.symlinkSync(outside('secret'), at('link')), ['link']],
    ['a link to a folder outside', () => fs.symlinkSync(outside(), at('link')), ['link']],
    ['a link to itself', () => fs.symlinkSync(at('link'), at('link')), ['link']],
    ['a link to a device', () => fs.symlinkSync('/dev/zero', at('link')), ['link']],
    ['a link to /proc', () => fs.symlinkSync('/proc/self/root', at('link')), ['link']],
    ['a link into a folder that is a link', () => fs.symlinkSync('/proc/self/cwd', at('inside/link')), ['inside/link']],
    [
      'a hard link to a file outside, which is a file like any other',
      () => fs.linkSync(outside('secret'), at('hard')),
      ['hard'],
    ],
    ['two hard links of one file', () => fs.linkSync(at('plain'), at('plain2')), ['plain2']],
    ['a FIFO without a writer', () => plantFifo(at('fifo')), []],
    ['a name of 255 bytes', () => fs.writeFileSync(at('n'.repeat(255)), ''), ['n'.repeat(255)]],
    ['a name with a line break and an escape', () => fs.writeFileSync(at('a\n\x1b[2J'), ''), ['a\n\x1b[2J']],
    ['a name that looks like a path up', () => fs.writeFileSync(at('..%2fsecret'), ''), ['..%2fsecret']],
    ['a sparse terabyte', () => fs.truncateSync(create(at('sparse')), 2 ** 40), ['sparse ?']],
    ['an empty file', () => create(at('empty')), ['empty']],
    ['an unreadable folder', () => fs.chmodSync(at('inside'), 0), []],
  ];

  it.each(PLANTED)('ends and finds all regular files beside %s', async (_what, plant, found) => {
    plant();
    expect(await walk()).toEqual(['plain', ...found].sort());
    fs.chmodSync(at('inside'), 0o755);
  });

  it('ends in a folder with a socket', async () => {
    const server = net.createServer().listen(at('socket'));
    await new Promise((resolve) => server.once('listening', resolve));
    expect(await walk()).toEqual(['plain']);
    await new Promise((resolve) => server.close(resolve));
  });

  it.each([
    ['another inode', false],
    ['its inode', true],
  ])('reads nothing when a FIFO with %s takes the place of a listed file', async (_what, isSameInode) => {
    class SwappedFiles extends PermittedFiles {
      override openFileIn(folder: OpenedFolder, name: string, { device, inode }: FoundFile) {
        plantFifo(at(name));
        const planted = fs.lstatSync(at(name)).ino;
        return super.openFileIn(folder, name, { device, inode: isSameInode ? planted : inode });
      }
    }
    expect(await walk(SwappedFiles)).toEqual([]);
  });

  it('ends when a file shrinks while it is read, and the next walk finds its new content', async () => {
    const before = Buffer.alloc(1024 * 1024, 'before');
    fs.writeFileSync(at('plain'), before);
    class ShrunkFiles extends PermittedFiles {
      override async openFileIn(folder: OpenedFolder, name: string, listed: FoundFile) {
        const handle = await super.openFileIn(folder, name, listed);
        if (typeof handle !== 'object') return handle;
        const stat = handle.stat.bind(handle);
        return Object.assign(handle, {
          stat: async () => {
            const found = await stat();
            fs.truncateSync(at('plain'), 10);
            return found;
          },
        });
      }
    }
    const shrunk = await look(ShrunkFiles);
    const next = await look(PermittedFiles, shrunk);
    expect(next.get('plain')).toMatchObject({ size: 10, sha256: digest(before.subarray(0, 10)) });
  });

  describeWhere(isPrivileged(), 'this user may not make devices and mounts')('with devices and mounts', () => {
    const MOUNTED: readonly (readonly [what: string, plant: () => unknown])[] = [
      ['a character device', () => run('mknod', at('zero'), 'c', '1', '5')],
      ['a block device', () => run('mknod', at('disk'), 'b', '7', '250')],
      ['a folder outside that is mounted inside', () => bind(outside(), at('inside'))],
      ['itself, mounted inside', () => bind(root, at('inside'))],
      ['/proc, mounted inside', () => bind('/proc', at('inside'))],
      ['a file outside that is mounted on one inside', () => bind(outside('secret'), create(at('inside/over')))],
    ];

    it.each(MOUNTED)('ends, and finds nothing, beside %s', async (_what, plant) => {
      plant();
      expect(await walk()).toEqual(['plain']);
    });
  });
});

function digest(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function create(file: string): string {
  fs.writeFileSync(file, '');
  return file;
}
