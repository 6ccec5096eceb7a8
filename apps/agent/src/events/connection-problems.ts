import { randomUUID } from 'node:crypto';
import type { EventReport, ReportedEvent } from '@wardstone/dto/monitoring';
import type { SharedParts } from '../shared-parts';

/** A request in a connection property that the agent refuses. */
export interface ConnectionProblem {
  resourceId: number;
  /** The path, or the name of the property. */
  location: string;
  reason: string;
}

type ProblemsOptions = Pick<SharedParts, 'state' | 'outbox' | 'clock' | 'target'>;

const STATE = 'problems.json';
/** Name of the event in the descriptors of our plugins. */
const DEFINITION = 'connectionProblem';
/** A problem that has not recurred for this long is dropped, and reported again when it recurs. */
const FORGOTTEN_MS = 24 * 3_600_000;
const MAX_KEPT = 2_000;
const MAX_LOCATION_LENGTH = 1_000;

/** Reports once, as an event of the resource, each reason why the agent does not follow a connection property. */
export class ConnectionProblems {
  /** Last occurrences on the monotonic clock. */
  private readonly metMs: Map<string, number>;

  constructor(private readonly options: ProblemsOptions) {
    const { state, clock } = options;
    this.metMs = new Map((state.read<string[]>(STATE) ?? []).map((key) => [key, clock.monotonic()]));
  }

  report(problems: readonly ConnectionProblem[]): void {
    if (problems.length === 0) return;
    const { outbox, state, clock, target } = this.options;
    const metMs = clock.monotonic();
    this.forget(metMs);
    const fresh = problems.filter((problem) => {
      const key = toKey(problem);
      const isNew = !this.metMs.has(key);
      if (!isNew || this.metMs.size < MAX_KEPT) this.metMs.set(key, metMs);
      return isNew && this.metMs.has(key);
    });
    if (fresh.length === 0) return;
    const reportId = `p-${randomUUID()}`;
    const events = fresh.map(({ resourceId, location, reason }): ReportedEvent => ({
      resourceId,
      definition: DEFINITION,
      location: shownLocation(location),
      timestamp: clock.now(),
      severity: 'WARN',
      detail: `Not read, ${shownLocation(location)}: ${reason}.`,
    }));
    const body: EventReport = { reportId, events };
    outbox.add({ id: reportId, method: 'POST', target: `${target}/events`, body });
    state.write(STATE, [...this.metMs.keys()]);
  }

  private forget(nowMs: number): void {
    for (const [key, metMs] of this.metMs) if (nowMs - metMs > FORGOTTEN_MS) this.metMs.delete(key);
  }
}

function toKey({ resourceId, location, reason }: ConnectionProblem): string {
  return JSON.stringify([resourceId, shownLocation(location), reason]);
}

function shownLocation(location: string): string {
  return location.slice(0, MAX_LOCATION_LENGTH).toWellFormed();
}
