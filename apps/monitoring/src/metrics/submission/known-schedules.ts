import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { seesEverything } from '../../visibility/visible';
import type { Viewer } from '../../visibility/visible';
import { KnownSchedulesQueries } from './known-schedules.queries';

/** So long values may still be taken for a resource that has left. */
const TRUSTED_MS = 3_000;
/** Callers with the same roles see the same; those with other ones are asked about anew beyond this many. */
const MOST_VIEWERS = 64;
/** Schedules remembered for one kind of caller; beyond that all are asked about anew. */
const MOST_SCHEDULES = 500_000;

/**
 * Remembers for a moment to which schedules values may be submitted, so that a busy stream of points does not ask the
 * database about the same ones with every request. What is not open is asked about each time: it may open any moment.
 */
@Injectable()
export class KnownSchedules {
  /** By kind of viewer: schedules that are open, and until when that is trusted. */
  private readonly known = new Map<string, Map<number, number>>();

  constructor(
    @Inject(KnownSchedulesQueries) private readonly queries: KnownSchedulesQueries,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Those of the ids to which the viewer may not submit. */
  async findClosed(scheduleIds: Int32Array, viewer: Viewer): Promise<ReadonlySet<number>> {
    const open = this.openTo(viewer);
    const now = this.clock.now();
    const doubtful = new Set<number>();
    for (const id of scheduleIds) if (!((open.get(id) ?? 0) > now)) doubtful.add(id);
    if (doubtful.size === 0) return doubtful;
    if (open.size + doubtful.size > MOST_SCHEDULES) open.clear();
    for (const id of doubtful) open.delete(id);
    for (const id of await this.queries.findOpen([...doubtful], viewer)) {
      // From when it was asked, not from when it was answered.
      open.set(id, now + TRUSTED_MS);
      doubtful.delete(id);
    }
    return doubtful;
  }

  private openTo(viewer: Viewer): Map<number, number> {
    const key = seesEverything(viewer) ? '' : `roles:${[...viewer.roles].sort().join()}`;
    let open = this.known.get(key);
    if (!open) {
      if (this.known.size >= MOST_VIEWERS) this.known.clear();
      this.known.set(key, (open = new Map<number, number>()));
    }
    return open;
  }
}
