import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import fs, { type FileHandle } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@wardstone/clock';
import { type FileName, type OpenedFolder, type PermittedFiles, placeIn, Refused } from '../machine/permitted-files';
import type { FileFilters } from './file-filter';
import { toDisplayName } from './file-name';
import { MAX_TEXT_BYTES, type PermittedTexts, toShownText } from './permitted-texts';
import { isUntouched, type WatchedFile, type WatchedFiles } from './watched-file';

export interface FolderLimits {
  /** Maximum number of watched files. */
  files: number;
  /** Maximum number of listed entries, including folders and excluded files. */
  entries: number;
  depth: number;
  ms: number;
  /** Maximum total length of the paths, which the agent stores and sends. */
  pathCharacters: number;
  /** Larger files are not read, but compared by size and time. */
  fileBytes: number;
  /** Maximum number of bytes read in one walk. */
  bytes: number;
  /** Maximum total length of the texts sent by one walk. */
  textCharacters: number;
}

const MIB = 1024 * 1024;
export const FOLDER_LIMITS: FolderLimits = {
  files: 150_000,
  entries: 500_000,
  depth: 64,
  ms: 30 * 60_000,
  pathCharacters: 32 * MIB,
  fileBytes: 16 * MIB,
  bytes: 8 * 1024 * MIB,
  textCharacters: 4 * MIB,
};
/** Maximum path length of the server. */
const MAX_PATH_LENGTH = 4_000;
/** Work and rest alternate, so that a walk takes at most half of a processor. */
const STRETCH_MS = 15;
const CHUNK_BYTES = 256 * 1024;
/** A file that was changed this recently may change again without another time. */
const SETTLED_MS = 2_000;

export interface FolderWalkOptions {
  files: PermittedFiles;
  clock: Clock;
  signal: AbortSignal;
  filters: FileFilters;
  texts: PermittedTexts;
  /** Whether all files are reported, including unchanged ones with their texts. */
  isBaseline: boolean;
  /** Real path of the agent's own state, which is never entered. */
  closed: string;
  /** State at the last walk; unchanged files are not read again. */
  known: WatchedFiles;
  limits?: FolderLimits;
}

type Content = Pick<WatchedFile, 'sha256' | 'text'>;

/**
 * Reads the files below folders, cheaply and within limits. Does not follow links, and stays on the mount on which it
 * starts.
 */
export class FolderWalk {
  private readonly found = new Map<string, WatchedFile>();
  /** Unreadable folders and files of this walk, by path. */
  private readonly unread: string[] = [];
  private readonly limits: FolderLimits;
  private readonly buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  private readonly endsMs: number;
  private readonly startedMs: number;
  private restMs: number;
  private entries = 0;
  private pathCharacters = 0;
  private bytes = 0;
  private textCharacters = 0;

  constructor(private readonly options: FolderWalkOptions) {
    this.limits = options.limits ?? FOLDER_LIMITS;
    this.startedMs = options.clock.now();
    this.endsMs = options.clock.monotonic() + this.limits.ms;
    this.restMs = options.clock.monotonic() + STRETCH_MS;
  }

  /**
   * Adds the files below the folder to those found before; false if it does not exist.
   * @param prefix relative path of the folder; empty, or with a trailing slash
   * @throws Refused when the agent may not read there, or there is too much
   */
  async enter(folder: string, prefix: string): Promise<boolean> {
    const opened = await this.options.files.openFolder(folder);
    if (opened) await this.take(opened, prefix, 1);
    return opened !== undefined;
  }

  /** The files found; unreadable ones keep their former state. */
  end(): WatchedFiles {
    const unread = new Set(this.unread);
    if (unread.size > 0) {
      for (const [path, file] of this.options.known) {
        if (!this.found.has(path) && isBelowOne(path, unread)) this.found.set(path, file);
      }
    }
    return this.found;
  }

  /** Adds the contents of the folder, and closes it. */
  private async take(folder: OpenedFolder, prefix: string, depth: number): Promise<void> {
    const { limits } = this;
    const { filters, files, signal } = this.options;
    try {
      if (depth > limits.depth) throw new Refused(`it is more than ${limits.depth} folders deep`);
      const entries = await fs.opendir(folder.inside, { encoding: 'latin1', bufferSize: 128 }).catch(() => undefined);
      if (!entries) return void this.unread.push(prefix.slice(0, -1));
      for await (const entry of entries) {
        signal.throwIfAborted();
        await this.pace();
        if (++this.entries > limits.entries) throw new Refused(`it contains more than ${limits.entries} entries`);
        const path = prefix + toDisplayName(entry.name);
        if (path.length > MAX_PATH_LENGTH) continue;
        const name = toFileName(entry.name);
        if (entry.isDirectory()) {
          if (!filters.mayBeIn(path) || `${folder.real}/${entry.name}` === this.options.closed) continue;
          const below = await files.openFolderIn(folder, name);
          if (below) await this.take(below, `${path}/`, depth + 1);
          else this.unread.push(path);
        } else if ((entry.isFile() || entry.isSymbolicLink()) && filters.takes(path)) {
          this.keep(path, await this.look(folder, name, path));
        }
      }
    } finally {
      await folder.handle.close();
    }
  }

  private keep(path: string, file: WatchedFile | undefined): void {
    if (!file) return void this.unread.push(path);
    const { limits } = this;
    this.found.set(path, file);
    this.pathCharacters += path.length;
    if (this.found.size > limits.files) throw new Refused(`it contains more than ${limits.files} files`);
    if (this.pathCharacters > limits.pathCharacters) throw new Refused('its paths are too long');
  }

  /** Undefined if the file is missing or was replaced. */
  private async look(folder: OpenedFolder, name: FileName, path: string): Promise<WatchedFile | undefined> {
    const place = placeIn(folder, name);
    const stat = await fs.lstat(place).catch(() => undefined);
    if (!stat) return undefined;
    const file = toFile(stat);
    const known = this.options.known.get(path);
    const isRead = this.options.isBaseline && this.isTextPermitted(folder, name);
    if (known && isUntouched(known, file) && !isRead) return { ...file, sha256: known.sha256 };
    if (stat.isSymbolicLink()) {
      const target = await fs.readlink(place, { encoding: 'buffer' }).catch(() => undefined);
      return target && { ...file, sha256: createHash('sha256').update(target).digest('hex') };
    }
    if (!stat.isFile()) return undefined;
    if (stat.size > this.limits.fileBytes) return { ...file, sha256: null };
    const read = await this.read(folder, name, stat);
    if (!read) return undefined;
    const isSettled = Math.max(file.modifiedMs, file.changedMs) < this.startedMs - SETTLED_MS;
    return { ...file, ...read, changedMs: isSettled ? file.changedMs : 0 };
  }

  private isTextPermitted({ real }: OpenedFolder, name: FileName): boolean {
    return typeof name === 'string' && this.options.texts.permits(`${real}/${name}`);
  }

  /** The content, without a digest if the agent may not read the file; undefined if the file was replaced. */
  private async read(folder: OpenedFolder, name: FileName, stat: Stats): Promise<Content | undefined> {
    const opened = await this.options.files.openFileIn(folder, name, { device: stat.dev, inode: stat.ino });
    if (typeof opened !== 'object') return opened === 'forbidden' ? { sha256: null } : undefined;
    try {
      return await this.digest(opened, this.isTextPermitted(folder, name));
    } catch (error) {
      if (error instanceof Refused) throw error;
      return { sha256: null };
    } finally {
      await opened.close();
    }
  }

  /** Reads up to the size at opening; a file that keeps growing is read again in the next walk. */
  private async digest(file: FileHandle, isTextPermitted: boolean): Promise<Content> {
    const hash = createHash('sha256');
    const { size: fullSize, nlink } = await file.stat();
    const size = Math.min(fullSize, this.limits.fileBytes);
    const content: Buffer[] = [];
    // Another hard link may have the name that shows that the file contains secrets.
    const hasText = isTextPermitted && nlink === 1 && size <= MAX_TEXT_BYTES;
    for (let at = 0; at < size;) {
      this.options.signal.throwIfAborted();
      const { bytesRead } = await file.read(this.buffer, 0, Math.min(CHUNK_BYTES, size - at), at);
      if (bytesRead === 0) break;
      const chunk = this.buffer.subarray(0, bytesRead);
      hash.update(chunk);
      if (hasText) content.push(Buffer.from(chunk));
      at += bytesRead;
      this.bytes += bytesRead;
      if (this.bytes > this.limits.bytes) throw new Refused(`it has more than ${this.limits.bytes} bytes to read`);
      await this.pace();
    }
    const sha256 = hash.digest('hex');
    const text = hasText ? toShownText(Buffer.concat(content)) : undefined;
    this.textCharacters += text?.length ?? 0;
    return text === undefined || this.textCharacters > this.limits.textCharacters ? { sha256 } : { sha256, text };
  }

  private async pace(): Promise<void> {
    const { clock } = this.options;
    const nowMs = clock.monotonic();
    if (nowMs > this.endsMs) throw new Refused(`reading it takes longer than ${this.limits.ms / 60_000} min`);
    if (nowMs < this.restMs) return;
    await sleep(STRETCH_MS);
    this.restMs = clock.monotonic() + STRETCH_MS;
  }
}

/** The name in bytes if it is not ASCII. */
function toFileName(latin1: string): FileName {
  return Buffer.byteLength(latin1) === latin1.length ? latin1 : Buffer.from(latin1, 'latin1');
}

function toFile({ size, mode, uid, gid, mtimeMs, ctimeMs, ino }: Stats): Omit<WatchedFile, 'sha256' | 'text'> {
  return { size, mode, owner: `${uid}:${gid}`, modifiedMs: mtimeMs, changedMs: ctimeMs, inode: ino };
}

function isBelowOne(path: string, folders: ReadonlySet<string>): boolean {
  if (folders.has('') || folders.has(path)) return true;
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
    if (folders.has(path.slice(0, at))) return true;
  }
  return false;
}
