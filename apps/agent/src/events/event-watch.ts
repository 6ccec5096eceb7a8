import { randomUUID } from 'node:crypto';
import type { Clock } from '@wardstone/clock';
import { isAtLeast, parseSeverity, severityOf, timeOf } from '../domain/log-line';
import type { Severity } from '../domain/log-line';
import type { KnownInventory } from '../domain/known-inventory';
import type { Outbox } from '../outbox/outbox';
import type { StateFolder } from '../state/state-folder';
import { endOf, readAgain, readAppended } from './tailed-file';
import type { Position } from './tailed-file';

interface WatchOptions {
  outbox: Outbox;
  state: StateFolder;
  clock: Clock;
  target: string;
  /** Log files of the platform, whatever the server knows of. */
  logFiles: readonly string[];
}

/** A log file of a resource. */
interface WatchedLog {
  resourceId: number;
  path: string;
  least: Severity;
}

/** A report on its way into the outbox: lines of one file between two places. */
interface Pending {
  reportId: string;
  from: Position;
  end: Position;
}

interface Followed {
  /** Undefined while the file is not there yet. */
  position: Position | undefined;
  pending: Pending | undefined;
}

const STATE = 'logs.json';
/** Name of the event that the descriptors of our plugins give lines of logs. */
const DEFINITION = 'logEntry';
const MOST_DETAIL = 16 * 1024;
/** Source: agent spec 9.1; a read is far below in bytes. */
const MOST_EVENTS = 10_000;

/** Makes events of lines that are appended to log files, each once. Source: agent spec 9.8. */
export class EventWatch {
  private readonly followed: Map<string, Followed>;

  constructor(private readonly options: WatchOptions) {
    this.followed = new Map(Object.entries(options.state.read<Record<string, Followed>>(STATE) ?? {}));
  }

  /** Reads what is new in all files. Answers how many events there were. */
  async look(inventory: KnownInventory): Promise<number> {
    let events = 0;
    for (const log of watchedLogs(inventory, this.options.logFiles)) events += await this.follow(log);
    return events;
  }

  private async follow(log: WatchedLog): Promise<number> {
    const known = this.followed.get(keyOf(log));
    if (!known) {
      // What is there already is past. A file that appears later is new as a whole.
      this.remember(log, { position: await endOf(log.path), pending: undefined });
      return 0;
    }
    if (known.pending) await this.finishPending(log, known, known.pending);
    const from = known.position ?? (await beginningOf(log.path));
    const read = from && (await readAppended(log.path, from));
    if (!from || !read) return 0;
    const events = this.toEvents(log, read.lines);
    if (events.length > 0) {
      const pending = { reportId: `e-${randomUUID()}`, from, end: read.end };
      // Killed from here on, the agent reports the same lines under the same id, which the server takes once.
      this.remember(log, { position: from, pending });
      this.send(pending.reportId, events);
    }
    this.remember(log, { position: read.end, pending: undefined });
    return events.length;
  }

  private async finishPending(log: WatchedLog, known: Followed, { reportId, from, end }: Pending): Promise<void> {
    const events = this.toEvents(log, (await readAgain(log.path, from, end)) ?? []);
    if (events.length > 0) this.send(reportId, events);
    known.position = end;
    known.pending = undefined;
    this.remember(log, known);
  }

  private toEvents({ resourceId, path, least }: WatchedLog, lines: readonly string[]): object[] {
    const nowMs = this.options.clock.now();
    return lines
      .map((line) => ({ line, severity: severityOf(line) }))
      .filter(({ severity }) => isAtLeast(severity, least))
      .slice(0, MOST_EVENTS)
      .map(({ line, severity }) => ({
        resourceId,
        definition: DEFINITION,
        location: path,
        timestamp: timeOf(line, nowMs),
        severity,
        detail: line.slice(0, MOST_DETAIL),
      }));
  }

  private send(reportId: string, events: readonly object[]): void {
    const { outbox, target } = this.options;
    outbox.add({ id: reportId, method: 'POST', target: `${target}/events`, body: { reportId, events } });
  }

  private remember(log: WatchedLog, followed: Followed): void {
    this.followed.set(keyOf(log), followed);
    this.options.state.write(STATE, Object.fromEntries(this.followed));
  }
}

/** The log files of committed resources, and those of the platform that settings name. */
function watchedLogs({ resources }: KnownInventory, logFiles: readonly string[]): WatchedLog[] {
  return resources
    .filter(({ status }) => status === 'COMMITTED')
    .flatMap(({ resourceId, parentId, pluginConfig }) => {
      const configured = Array.isArray(pluginConfig['logFiles']) ? (pluginConfig['logFiles'] as unknown[]) : [];
      const logs = configured.flatMap((entry) => toLog(resourceId, entry));
      const settled = parentId === null ? logFiles.filter((path) => !logs.some((log) => log.path === path)) : [];
      return [...logs, ...settled.map((path) => ({ resourceId, path, least: 'WARN' as const }))];
    });
}

function toLog(resourceId: number, entry: unknown): WatchedLog[] {
  const { path, minimumSeverity } = (entry ?? {}) as { path?: unknown; minimumSeverity?: unknown };
  if (typeof path !== 'string' || path === '') return [];
  return [{ resourceId, path, least: parseSeverity(minimumSeverity) ?? 'WARN' }];
}

function keyOf({ resourceId, path }: WatchedLog): string {
  return `${resourceId}:${path}`;
}

async function beginningOf(path: string): Promise<Position | undefined> {
  const end = await endOf(path);
  return end && { ...end, offset: 0 };
}
