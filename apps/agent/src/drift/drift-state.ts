import { createHash } from 'node:crypto';
import path from 'node:path';
import type { KnownDriftDefinition } from '../domain/known-inventory';
import type { Outbox, OutboxMessage } from '../outbox/outbox';
import { StateFolder } from '../state/state-folder';
import type { WatchedFile, WatchedFiles } from './watched-file';

/** State of a definition as reported. */
export interface DriftState {
  /** Folders and filters of the baseline; if they change, a new baseline is needed. */
  scope: string;
  /** Version of the newest change set. */
  version: number;
  isBaseMissing: boolean;
  /** False until there were files for a baseline. */
  hasBaseline: boolean;
  files: WatchedFiles;
}

/** A part of a change set on its way to the outbox, in a separate file to save memory. */
interface Pending {
  version: number;
  message: OutboxMessage;
}

type Row = [path: string, ...file: [string | null, number, number, string, number, number, number]];

/** The first line; each following one is a file. */
type Head = Omit<DriftState, 'files'>;

const PENDING = /^(.+)\.pending-\d{6}\.json$/;

/**
 * Reported files of each definition, on disk. A killed agent has either the state before a walk, and finds the changes
 * again, or the state after it, with the messages to report it.
 */
export class DriftStates {
  private readonly state: StateFolder;

  constructor(
    folder: string,
    private readonly outbox: Outbox,
  ) {
    this.state = new StateFolder(path.join(folder, 'drift'));
    const keys = new Set(this.state.list().flatMap((name) => PENDING.exec(name)?.[1] ?? []));
    for (const key of keys) this.resume(key, this.readAt(key)?.version ?? -1);
  }

  read(definition: KnownDriftDefinition): DriftState | undefined {
    return this.readAt(toKey(definition));
  }

  /** Stores the state, and adds its messages to the outbox. */
  write(definition: KnownDriftDefinition, state: DriftState, messages: Iterable<OutboxMessage>): void {
    const key = toKey(definition);
    let part = 0;
    for (const message of messages) {
      const pending: Pending = { version: state.version, message };
      this.state.write(`${key}.pending-${String(part++).padStart(6, '0')}.json`, pending);
    }
    this.state.writeLines(`${key}.jsonl`, toLines(state));
    if (part > 0) this.resume(key, state.version);
  }

  /** Deletes states of resources that no longer exist. */
  keepOnly(resourceIds: ReadonlySet<number>): void {
    for (const name of this.state.list()) {
      if (!resourceIds.has(Number(name.split('-')[0]))) this.state.remove(name);
    }
  }

  /** Undefined if it is missing or unreadable. */
  private readAt(key: string): DriftState | undefined {
    let head: Head | undefined;
    const files = new Map<string, WatchedFile>();
    try {
      for (const line of this.state.readLines<Head | Row>(`${key}.jsonl`)) {
        if (!Array.isArray(line)) head = line;
        else files.set(...toFile(line));
      }
    } catch {
      return undefined;
    }
    return head && { ...head, files };
  }

  /**
   * @param noted version of the state on disk; a walk that was not recorded is dropped, because the next one finds the
   * same
   */
  private resume(key: string, noted: number): void {
    const names = this.state.list().filter((name) => PENDING.exec(name)?.[1] === key);
    for (const name of names.sort()) {
      const pending = this.state.read<Pending>(name);
      if (pending && noted >= pending.version) this.outbox.add(pending.message);
      this.state.remove(name);
    }
  }
}

function toKey({ resourceId, name }: KnownDriftDefinition): string {
  return `${resourceId}-${createHash('sha256').update(name).digest('hex').slice(0, 32)}`;
}

function* toLines({ files, ...head }: DriftState): Iterable<Head | Row> {
  yield head;
  for (const each of files) yield toRow(each);
}

function toRow([file, { sha256, size, mode, owner, modifiedMs, changedMs, inode }]: [string, WatchedFile]): Row {
  return [file, sha256, size, mode, owner, modifiedMs, changedMs, inode];
}

function toFile([file, sha256, size, mode, owner, modifiedMs, changedMs, inode]: Row): [string, WatchedFile] {
  return [file, { sha256, size, mode, owner, modifiedMs, changedMs, inode }];
}
