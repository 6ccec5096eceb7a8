import type { ReportedDrift } from '@wardstone/dto/monitoring';

/** State of a file at a walk. */
export interface WatchedFile {
  /** SHA-256 of the content, or of a link's target; null for an unread file. */
  sha256: string | null;
  size: number;
  /** Mode from stat, including the type. */
  mode: number;
  owner: string;
  /** Together with the size, shows whether the content may have changed. */
  modifiedMs: number;
  /** Time of the last change of any attribute, which programs cannot set. */
  changedMs: number;
  inode: number;
  /** Text that may leave the host; undefined unless it was read in this walk. */
  text?: string;
}

/** Files by relative path. */
export type WatchedFiles = ReadonlyMap<string, WatchedFile>;

/** Changes between two walks of the same folder. */
export function changesBetween(before: WatchedFiles, now: WatchedFiles): ReportedDrift[] {
  const changes: ReportedDrift[] = [];
  for (const [path, file] of now) {
    const known = before.get(path);
    if (!known) changes.push(toDrift('FILE_ADDED', path, file));
    else if (hasChanged(known, file)) changes.push(toDrift('FILE_CHANGED', path, file));
  }
  for (const path of before.keys()) if (!now.has(path)) changes.push({ category: 'FILE_REMOVED', path });
  return changes;
}

/** Whether the file is certainly unchanged, judged without reading it. */
export function isUntouched(known: WatchedFile, now: Omit<WatchedFile, 'sha256' | 'text'>): boolean {
  return (
    known.size === now.size &&
    known.modifiedMs === now.modifiedMs &&
    known.changedMs === now.changedMs &&
    known.inode === now.inode &&
    known.mode === now.mode
  );
}

function hasChanged(known: WatchedFile, now: WatchedFile): boolean {
  if (known.sha256 !== now.sha256 || known.mode !== now.mode || known.owner !== now.owner) return true;
  return now.sha256 === null && (known.size !== now.size || known.modifiedMs !== now.modifiedMs);
}

function toDrift(category: ReportedDrift['category'], path: string, file: WatchedFile): ReportedDrift {
  const { sha256, size, mode, owner, text } = file;
  return {
    category,
    path,
    ...(sha256 === null ? {} : { sha256 }),
    size,
    mode,
    owner,
    ...(text !== undefined && { text }),
  };
}

/** All files as added, for the first report. */
export function* listAdded(files: WatchedFiles): Iterable<ReportedDrift> {
  for (const [path, file] of files) yield toDrift('FILE_ADDED', path, file);
}
