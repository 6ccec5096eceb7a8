import { randomUUID } from 'node:crypto';
import type { EventReport, ReportedEvent } from '@wardstone/dto/monitoring';
import { isAtLeast, moreSevere, findSeverity, parseLogTime } from '../domain/log-line';
import type { KnownInventory } from '../domain/known-inventory';
import { OWN_LEAST, type TooManyLogs, type WatchedLog, watchedLogs } from '../domain/watched-logs';
import { NotRead } from '../machine/not-read';
import type { PermittedFiles } from '../machine/permitted-files';
import type { ReadGuard } from '../machine/read-guard';
import type { SharedParts } from '../shared-parts';
import type { ConnectionProblem, ConnectionProblems } from './connection-problems';
import { findEnd, type Position, readAgain, readAppended } from './tailed-file';

interface WatchOptions extends Pick<SharedParts, 'state' | 'outbox' | 'clock' | 'target'> {
  /** Log files of the platform, independent of the server. */
  logFiles: readonly string[];
  files: PermittedFiles;
  guard: ReadGuard;
  problems: ConnectionProblems;
}

/** A report on its way to the outbox: lines between two positions in a file. */
interface Pending {
  reportId: string;
  from: Position;
  end: Position;
}

interface Followed {
  /** Undefined while the file does not exist. */
  position: Position | undefined;
  pending: Pending | undefined;
}

/** Result of a round for one file. */
interface Report {
  followed: Followed;
  pending: Pending;
  events: readonly ReportedEvent[];
}

const STATE = 'logs.json';
/** Name of the event for log lines in the descriptors of our plugins. */
const DEFINITION = 'logEntry';
const MAX_DETAIL_LENGTH = 16 * 1024;
const MAX_EVENTS = 10_000;
/** Maximum number of characters reported in one round; the rest waits for the next. */
const MAX_ROUND_BYTES = 4 * 1024 * 1024;
/** Maximum number of stored file positions, including those of files no longer watched. */
const MAX_KEPT = 1_000;

/** Creates events from lines appended to log files, once each. */
export class EventWatch {
  private readonly followed: Map<string, Followed>;
  private hasChanged = false;
  /** Start of the next round, so that busy files do not delay those after them. */
  private first = 0;

  constructor(private readonly options: WatchOptions) {
    this.followed = new Map(Object.entries(options.state.read<Record<string, Followed>>(STATE) ?? {}));
  }

  /** Reads new lines of all files; returns the number of events. */
  async look(inventory: KnownInventory): Promise<number> {
    const { logs, tooMany } = watchedLogs(inventory, this.options.logFiles);
    const found: ConnectionProblem[] = tooMany.map(describeExcess);
    const reports = await this.readAll(logs, found);
    this.options.problems.report(found);
    this.send(reports);
    this.save(logs);
    return reports.reduce((sum, { events }) => sum + events.length, 0);
  }

  private async readAll(logs: readonly WatchedLog[], found: ConnectionProblem[]): Promise<Report[]> {
    const reports: Report[] = [];
    let room = MAX_ROUND_BYTES;
    const start = this.first < logs.length ? this.first : 0;
    this.first = 0;
    for (let n = 0; n < logs.length; n++) {
      const at = (start + n) % logs.length;
      const log = logs[at]!;
      if (room <= 0) {
        this.first = at;
        break;
      }
      try {
        // Lines that arrive too late are read again, with the recorded id.
        const report = await this.options.guard.read(log.path, () => this.follow(log));
        if (report) reports.push(report);
        room -= report?.length ?? 0;
      } catch (error) {
        if (!(error instanceof NotRead)) throw error;
        found.push({ resourceId: log.resourceId, location: log.path, reason: error.message });
      }
    }
    return reports;
  }

  private async follow(log: WatchedLog): Promise<(Report & { length: number }) | undefined> {
    const { files } = this.options;
    const followed = this.followed.get(toKey(log));
    if (!followed?.position && !followed?.pending) {
      // Existing content is skipped, even in a new file.
      const position = await findEnd(files, log.path);
      if (!followed || position) this.note(log, { position, pending: undefined });
      return undefined;
    }
    // Killed before the report was recorded as sent, the agent sends the same lines with the same id, which the server
    // accepts once.
    const { pending, position } = followed;
    const read = pending
      ? { lines: (await readAgain(files, log.path, pending.from, pending.end)) ?? [], end: pending.end }
      : await readAppended(files, log.path, position!);
    if (!read) return undefined;
    const events = this.toEvents(log, read.lines);
    const length = read.lines.reduce((sum, line) => sum + line.length, 0);
    if (events.length === 0) {
      this.note(log, { position: read.end, pending: undefined });
      return undefined;
    }
    followed.pending = pending ?? { reportId: `e-${randomUUID()}`, from: position!, end: read.end };
    return { followed, pending: followed.pending, events, length };
  }

  private toEvents({ resourceId, path, least: minimum }: WatchedLog, lines: readonly string[]): ReportedEvent[] {
    const nowMs = this.options.clock.now();
    // For a file that only the owner permits, AGENT_LOG_FILES sets the minimum severity.
    const least = this.options.files.isOwnOnly(path) ? moreSevere(minimum, OWN_LEAST) : minimum;
    return lines
      .map((line) => ({ line, severity: findSeverity(line) }))
      .filter(({ severity }) => isAtLeast(severity, least))
      .slice(0, MAX_EVENTS)
      .map(({ line, severity }) => ({
        resourceId,
        definition: DEFINITION,
        location: path,
        timestamp: parseLogTime(line, nowMs),
        severity,
        detail: line.slice(0, MAX_DETAIL_LENGTH).toWellFormed(),
      }));
  }

  /** Records all reports before sending them: if killed in between, the agent sends them again with the same ids. */
  private send(reports: readonly Report[]): void {
    if (reports.length === 0) return;
    const { outbox, target } = this.options;
    this.write();
    for (const { followed, pending, events } of reports) {
      const { reportId, end } = pending;
      const body: EventReport = { reportId, events };
      outbox.add({ id: reportId, method: 'POST', target: `${target}/events`, body });
      followed.position = end;
      followed.pending = undefined;
      this.hasChanged = true;
    }
  }

  private note(log: WatchedLog, followed: Followed): void {
    this.followed.set(toKey(log), followed);
    this.hasChanged = true;
  }

  private save(logs: readonly WatchedLog[]): void {
    if (!this.hasChanged) return;
    if (this.followed.size > MAX_KEPT) {
      const watched = new Set(logs.map(toKey));
      for (const key of this.followed.keys()) if (!watched.has(key)) this.followed.delete(key);
    }
    this.write();
  }

  private write(): void {
    this.options.state.write(STATE, Object.fromEntries(this.followed));
    this.hasChanged = false;
  }
}

function describeExcess({ resourceId, requested, followed }: TooManyLogs): ConnectionProblem {
  const reason = `${requested} files are too many; only the first ${followed} are followed`;
  return { resourceId, location: 'logFiles', reason };
}

function toKey({ resourceId, path }: WatchedLog): string {
  return `${resourceId}:${path}`;
}
