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

/** What callers of one kind may submit to. */
interface Openings {
  /** Schedules that are open, and until when that is trusted. */
  readonly open: Map<number, number>;
  /** What is asked about when the question under way is answered. */
  next: { readonly ids: Set<number>; readonly found: Promise<ReadonlySet<number>> } | undefined;
  underWay: Promise<unknown>;
}

/**
 * Remembers for a moment to which schedules values may be submitted, so that a busy stream of points does not ask the
 * database about the same ones with every request. What is not open is asked about each time: it may open any moment.
 * Questions that come up while one is under way are asked together, after it: a trip to the database costs more than a
 * schedule.
 */
@Injectable()
export class KnownSchedules {
  /** By kind of viewer. */
  private readonly known = new Map<string, Openings>();

  constructor(
    @Inject(KnownSchedulesQueries) private readonly queries: KnownSchedulesQueries,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Those of the ids to which the viewer may not submit. */
  async findClosed(scheduleIds: Int32Array, viewer: Viewer): Promise<ReadonlySet<number>> {
    const openings = this.openingsFor(viewer);
    const { open } = openings;
    const now = this.clock.now();
    const doubtful = new Set<number>();
    for (const id of scheduleIds) if (!((open.get(id) ?? 0) > now)) doubtful.add(id);
    if (doubtful.size === 0) return doubtful;
    const asked = (openings.next ??= this.askNext(openings, viewer));
    for (const id of doubtful) asked.ids.add(id);
    const found = await asked.found;
    for (const id of doubtful) if (found.has(id)) doubtful.delete(id);
    return doubtful;
  }

  private askNext(openings: Openings, viewer: Viewer): NonNullable<Openings['next']> {
    const ids = new Set<number>();
    const found = openings.underWay.then(() => {
      openings.next = undefined;
      return this.ask(ids, openings.open, viewer);
    });
    openings.underWay = found.catch(() => undefined);
    return { ids, found };
  }

  private async ask(ids: ReadonlySet<number>, open: Map<number, number>, viewer: Viewer): Promise<ReadonlySet<number>> {
    // From when it was asked, not from when it was answered.
    const trustedUntil = this.clock.now() + TRUSTED_MS;
    if (open.size + ids.size > MOST_SCHEDULES) open.clear();
    for (const id of ids) open.delete(id);
    const found = new Set(await this.queries.findOpen([...ids], viewer));
    for (const id of found) open.set(id, trustedUntil);
    return found;
  }

  private openingsFor(viewer: Viewer): Openings {
    const key = seesEverything(viewer) ? '' : `roles:${[...viewer.roles].sort().join()}`;
    let openings = this.known.get(key);
    if (!openings) {
      if (this.known.size >= MOST_VIEWERS) this.known.clear();
      openings = { open: new Map<number, number>(), next: undefined, underWay: Promise.resolve() };
      this.known.set(key, openings);
    }
    return openings;
  }
}
