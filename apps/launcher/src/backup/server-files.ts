import fs from 'node:fs';
import path from 'node:path';

/** Files that belong to the running server or are recreated, so they are not copied. */
const LEFT_OUT_FILES = /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map|pg_internal\.init|pgsql_tmp.*)$/;
const EMPTY_FOLDERS = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
/** A segment of the write-ahead log, or a timeline history file. */
const LOG_FILE = /^[0-9A-F]{24}$|^[0-9A-F]{8}\.history$/;

interface Figures {
  files: number;
  bytes: number;
}

/** Copies the data folder of a server between pg_backup_start and pg_backup_stop. */
export function copyServerFiles(from: string, to: string): Figures {
  const figures = { files: 0, bytes: 0 };
  copyFolder(from, to, figures, (entry, folder) => {
    if (LEFT_OUT_FILES.test(entry.name)) return false;
    return !(EMPTY_FOLDERS.has(path.basename(folder)) && path.dirname(folder) === from) || entry.isDirectory();
  });
  return figures;
}

/** Copies the write-ahead log that makes the copied files consistent; call after pg_backup_stop. */
export function copyWriteAheadLog(from: string, to: string): Figures {
  const figures = { files: 0, bytes: 0 };
  const log = path.join(from, 'pg_wal');
  copyFolder(log, path.join(to, 'pg_wal'), figures, (entry) => entry.isFile() && LOG_FILE.test(entry.name));
  return figures;
}

function copyFolder(
  from: string,
  to: string,
  figures: Figures,
  wanted: (entry: fs.Dirent, folder: string) => boolean,
): void {
  fs.mkdirSync(to, { recursive: true });
  takeOver(from, to);
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    if (!wanted(entry, from)) continue;
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) copyFolder(source, target, figures, wanted);
    else copyFile(source, target, figures);
  }
}

/** Files that the server removes meanwhile are not needed. */
function copyFile(from: string, to: string, figures: Figures): void {
  try {
    fs.copyFileSync(from, to);
    takeOver(from, to);
    figures.files++;
    figures.bytes += fs.statSync(to).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    fs.rmSync(to, { force: true });
  }
}

/** The server refuses files of another account. */
function takeOver(from: string, to: string): void {
  const { uid, gid, mode } = fs.statSync(from);
  fs.chmodSync(to, mode & 0o777);
  if (process.getuid?.() === 0) fs.chownSync(to, uid, gid);
}
