import { constants, readFileSync } from 'node:fs';
import fs, { type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { NotRead } from './not-read';

/** File systems of the kernel and of processes, which are never opened. */
const NEVER = ['/proc', '/sys'];
/** Opened only if a root is inside, e.g. in shared memory. */
const DEVICES = ['/dev'];
/** Recognised at any mount point by their type from `statfs`: proc, sysfs, debugfs, tracefs and similar ones. */
const KERNEL_FILE_SYSTEMS = new Set([
  0x9fa0, 0x62656572, 0x64626720, 0x74726163, 0x73636673, 0x63677270, 0x27e0eb, 0x1cd1, 0xcafe4a11, 0x6165676c,
]);
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK, O_DIRECTORY } = constants;
const IS_LINUX = process.platform === 'linux';
const LOG_ROOTS = 'AGENT_LOG_ROOTS';
/** Maximum number of names in a folder that are searched for a rotated file. */
const MAX_SIBLINGS = 10_000;

/** Refusal to open something named by the server. The message gives users the reason. */
export class Refused extends NotRead {
  override readonly name = 'Refused';
}

/** A regular file at the time of the look-up. */
export interface FoundFile {
  /** Real path. */
  real: string;
  device: number;
  inode: number;
  size: number;
  /** Whether the host's owner listed it. */
  isOwn: boolean;
}

/** Name of a folder entry; bytes if it may not be UTF-8. */
export type FileName = string | Buffer;

/** An open folder, and a path into it that survives renames. */
export interface OpenedFolder {
  handle: FileHandle;
  inside: string;
  real: string;
  device: number;
  /** Mount that the reader must not leave. */
  mount: string | undefined;
}

interface PermittedFilesOptions {
  /** Folders in which the server may name files and folders. */
  roots: readonly string[];
  /** The setting with these folders; AGENT_LOG_ROOTS by default. */
  setting?: string;
  /** Files that the owner of the host lists. */
  ownFiles: readonly string[];
  /** Folders that stay closed even inside a root, such as that of the agent's own login. */
  closed?: readonly string[];
  /** Whether only folders and files on the mount of their root are opened, because a bind mount leads elsewhere. */
  isOneMount?: boolean;
}

/**
 * Files and folders that connection properties may name. The server chooses a file; the host's owner limits the choice to
 * the roots. Every open checks the real path, then the file that was actually opened.
 */
export class PermittedFiles {
  private readonly setting: string;

  constructor(private readonly options: PermittedFilesOptions) {
    this.setting = options.setting ?? LOG_ROOTS;
  }

  /** Whether the file may only be read because the owner of the host lists it. */
  isOwnOnly(named: string): boolean {
    const { ownFiles, roots } = this.options;
    return ownFiles.includes(named) && !isBelow(path.normalize(named), roots);
  }

  /**
   * The regular file with this name; undefined if there is none.
   * @throws Refused
   */
  async find(named: string): Promise<FoundFile | undefined> {
    const place = await this.resolve(named);
    return place && (await this.findAt(place.real, place.isOwn));
  }

  /** The file with this identity in the folder of `file`, with a name that starts alike, as rotation leaves it. */
  async findRenamed(
    named: string,
    { device, inode }: { device?: number | undefined; inode: number },
  ): Promise<FoundFile | undefined> {
    const [stem = ''] = path.basename(named).split('.');
    for (const folder of await this.listFolders(named)) {
      const names = await fs.opendir(folder.real).catch(() => undefined);
      if (!names) continue;
      let seen = 0;
      for await (const entry of names) {
        if (++seen > MAX_SIBLINGS) break;
        if (!entry.isFile() || !entry.name.startsWith(stem)) continue;
        const stat = await fs.lstat(path.join(folder.real, entry.name)).catch(() => undefined);
        if (stat?.ino !== inode || (device !== undefined && stat.dev !== device)) continue;
        return this.findAt(path.join(folder.real, entry.name), folder.isOwn);
      }
    }
    return undefined;
  }

  /**
   * Opens the found file; undefined if it was replaced meanwhile. The caller closes it.
   * @throws Refused
   */
  async open(found: FoundFile): Promise<FileHandle | undefined> {
    const handle = await openQuietly(found.real, 0);
    return (
      handle &&
      keepIf(handle, async () => {
        const stat = await handle.stat();
        const isSame = stat.isFile() && stat.dev === found.device && stat.ino === found.inode;
        return isSame && (await this.isWhereItMayBe(handle, found.real, found.isOwn));
      })
    );
  }

  /**
   * Whether the folder exists.
   * @throws Refused
   */
  async isFolder(named: string): Promise<boolean> {
    const place = await this.resolve(named);
    return place !== undefined && (await fs.lstat(place.real).catch(() => undefined))?.isDirectory() === true;
  }

  /**
   * Opens a folder; undefined if it does not exist. The caller closes it.
   * @throws Refused
   */
  async openFolder(named: string): Promise<OpenedFolder | undefined> {
    const place = await this.resolve(named);
    const opened = place && (await openQuietly(place.real, O_DIRECTORY));
    const handle = opened && (await keepIf(opened, () => this.isWhereItMayBe(opened, place.real, false)));
    if (!handle) return undefined;
    const folder = await this.toFolder(handle, place.real);
    if (await keepIf(handle, () => this.isOnMountOfRoot(folder))) return folder;
    throw new Refused(`it is on another mount than the folder of ${this.setting}`);
  }

  /** Opens a folder in an open one, unless it is a link or belongs to the kernel. The caller closes it. */
  async openFolderIn(parent: OpenedFolder, name: FileName): Promise<OpenedFolder | undefined> {
    const real = path.join(parent.real, name.toString());
    if (isBelow(real, NEVER) || isDevice(real) !== isDevice(parent.real)) return undefined;
    const opened = await openQuietly(placeIn(parent, name), O_DIRECTORY).catch(() => undefined);
    const folder = opened && (await this.toFolder(opened, real));
    const isKept = async (): Promise<boolean> =>
      folder!.mount === parent.mount && (folder!.device === parent.device || !(await isOfKernel(folder!.inside)));
    return opened && (await keepIf(opened, isKept)) && folder;
  }

  /** The regular file in an open folder, if it is still this one; "forbidden" without permission to read it. */
  async openFileIn(
    parent: OpenedFolder,
    name: FileName,
    { device, inode }: Pick<FoundFile, 'device' | 'inode'>,
  ): Promise<FileHandle | 'forbidden' | undefined> {
    const flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;
    const opened = await fs.open(placeIn(parent, name), flags).catch((error: NodeJS.ErrnoException) => {
      return error.code === 'EACCES' || error.code === 'EPERM' ? ('forbidden' as const) : undefined;
    });
    if (typeof opened !== 'object') return opened;
    return keepIf(opened, async () => {
      const stat = await opened.stat();
      if (!stat.isFile() || stat.dev !== device || stat.ino !== inode) return false;
      return parent.mount === (await this.readMount(opened));
    });
  }

  /**
   * Real path of a named file; undefined if it does not exist.
   * @throws Refused
   */
  private async resolve(named: string): Promise<{ real: string; isOwn: boolean } | undefined> {
    if (!path.isAbsolute(named) || named.includes('\0') || named.split(path.sep).includes('..')) {
      throw new Refused('it is not an absolute path, or contains ".."');
    }
    const isOwn = this.options.ownFiles.includes(named);
    const realRoots = await this.realRoots();
    // Checked before reading, so that the refusal does not reveal what exists elsewhere.
    await this.judge(path.normalize(named), isOwn, [...this.options.roots, ...realRoots]);
    const real = await fs.realpath(named).catch(refuseUnlessAbsent);
    if (real === undefined) return undefined;
    await this.judge(real, isOwn, realRoots);
    return { real, isOwn };
  }

  private async findAt(real: string, isOwn: boolean): Promise<FoundFile | undefined> {
    const stat = await fs.lstat(real).catch(refuseUnlessAbsent);
    if (!stat) return undefined;
    if (!stat.isFile()) throw new Refused('it is not a regular file');
    return { real, device: stat.dev, inode: stat.ino, size: stat.size, isOwn };
  }

  /** The folder of the file itself, and that of the link to it. */
  private async listFolders(named: string): Promise<{ real: string; isOwn: boolean }[]> {
    const file = await this.resolve(named);
    const isOwn = this.options.ownFiles.includes(named);
    const linked = await fs.realpath(path.dirname(named)).catch(() => undefined);
    const folders = new Set([file && path.dirname(file.real), linked]);
    const realRoots = await this.realRoots();
    return [...folders].flatMap((real) => {
      if (real === undefined || isBelow(real, NEVER)) return [];
      return isOwn || isOpenedBy(realRoots, real) ? [{ real, isOwn }] : [];
    });
  }

  private realRoots(): Promise<string[]> {
    return realPaths(this.options.roots);
  }

  private async judge(place: string, isOwn: boolean, roots: readonly string[]): Promise<void> {
    if (isBelow(place, NEVER)) throw new Refused(`files below ${NEVER.join(', ')} are never opened`);
    if (!isOwn && !isOpenedBy(roots, place)) {
      throw new Refused(`it is outside the agent's ${this.setting}`);
    }
    const { closed = [] } = this.options;
    if (!isOwn && isBelow(place, [...closed, ...(await realPaths(closed))])) {
      throw new Refused("it is in the agent's data folder");
    }
  }

  private async toFolder(handle: FileHandle, real: string): Promise<OpenedFolder> {
    const [{ dev: device }, mount] = await Promise.all([handle.stat(), this.readMount(handle)]);
    return { handle, inside: pathInside(handle, real), real, device, mount };
  }

  /** Id of the mount in the kernel; undefined if it is irrelevant. A bind mount may have the device of its parent. */
  private async readMount(handle: FileHandle): Promise<string | undefined> {
    if (!this.options.isOneMount) return undefined;
    if (!IS_LINUX) return String((await handle.stat()).dev);
    // The kernel responds from memory, faster than a thread could be scheduled.
    const [, mount] = /^mnt_id:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${handle.fd}`, 'latin1')) ?? [];
    return mount;
  }

  /** Whether the folder is on the mount of a root that contains it. */
  private async isOnMountOfRoot({ real, mount }: OpenedFolder): Promise<boolean> {
    if (!this.options.isOneMount) return true;
    for (const root of await this.realRoots()) {
      if (!isOpenedBy([root], real)) continue;
      const handle = await openQuietly(root, O_DIRECTORY);
      const rootMount = handle && (await this.readMount(handle).finally(() => handle.close()));
      if (rootMount !== undefined && rootMount === mount) return true;
    }
    return false;
  }

  /** Checks the real file of a descriptor in the kernel, because the path may have changed since it was checked. */
  private async isWhereItMayBe(handle: FileHandle, real: string, isOwn: boolean): Promise<boolean> {
    const opened = IS_LINUX ? await fs.readlink(pathInside(handle, real)).catch(() => undefined) : undefined;
    if (opened === undefined) {
      const [again, stat] = await Promise.all([fs.realpath(real).catch(() => undefined), handle.stat()]);
      const found = again === real ? await fs.lstat(real).catch(() => undefined) : undefined;
      return found?.dev === stat.dev && found.ino === stat.ino;
    }
    await this.judge(opened, isOwn, await this.realRoots());
    if (await isOfKernel(pathInside(handle, real))) throw new Refused('it is a kernel file system');
    return true;
  }
}

/** The descriptor if the condition is true; otherwise it is closed. */
async function keepIf(handle: FileHandle, holds: () => Promise<boolean>): Promise<FileHandle | undefined> {
  let isKept = false;
  try {
    isKept = await holds();
  } finally {
    if (!isKept) await handle.close();
  }
  return isKept ? handle : undefined;
}

async function realPaths(folders: readonly string[]): Promise<string[]> {
  const real = await Promise.all(folders.map((folder) => fs.realpath(folder).catch(() => undefined)));
  return real.filter((folder) => folder !== undefined);
}

function isOpenedBy(roots: readonly string[], place: string): boolean {
  const counting = isDevice(place) ? roots.filter(isDevice) : roots;
  return isBelow(place, counting);
}

function isDevice(place: string): boolean {
  return isBelow(place, DEVICES);
}

/**
 * The folders in a setting with the syntax of PATH.
 * @throws Error for a path that is not absolute
 */
export function parseRoots(setting: string, name = LOG_ROOTS): string[] {
  const roots = setting.split(path.delimiter).filter((root) => root.trim() !== '');
  const wrong = roots.find((root) => !path.isAbsolute(root));
  if (wrong !== undefined) throw new Error(`${name}: ${wrong} is not an absolute path`);
  return roots.map((root) => path.normalize(root));
}

/** Whether the path is one of the folders, or inside one. */
export function isBelow(place: string, folders: readonly string[]): boolean {
  return folders.some((folder) => {
    const prefix = folder.endsWith(path.sep) ? folder : folder + path.sep;
    return `${place}${path.sep}`.startsWith(prefix);
  });
}

/**
 * Does not follow a link at the end of the path, and never waits for a writer.
 * @throws Refused
 */
async function openQuietly(place: FileName, flags: number): Promise<FileHandle | undefined> {
  return fs.open(place, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | flags).catch(refuseUnlessAbsent);
}

function refuseUnlessAbsent(error: unknown): undefined {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
  if (code === 'EACCES' || code === 'EPERM') throw new Refused('permission denied');
  throw new Refused(`it cannot be opened (${code ?? 'unknown error'})`);
}

/** Stable path of an entry in an open folder, whatever is renamed meanwhile. */
export function placeIn({ inside }: OpenedFolder, name: FileName): FileName {
  if (typeof name === 'string') return `${inside}${path.sep}${name}`;
  return Buffer.concat([Buffer.from(inside + path.sep), name]);
}

function pathInside(handle: FileHandle, real: string): string {
  return IS_LINUX ? `/proc/self/fd/${handle.fd}` : real;
}

async function isOfKernel(place: string): Promise<boolean> {
  const found = await fs.statfs(place).catch(() => undefined);
  return found !== undefined && KERNEL_FILE_SYSTEMS.has(found.type);
}
