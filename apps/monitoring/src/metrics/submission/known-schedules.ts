import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { LRUCache } from 'lru-cache';
import { mayDo, seesEverything, type Submitter } from '../../authorization/viewer';
import { KnownSchedulesQueries } from './known-schedules.queries';

/** So long values may still be taken for a resource that has left. */
const TRUSTED_MS = 3_000;
/** Operators may submit the same, agents each their own; beyond this many all are looked up again. */
const MAX_SUBMITTERS = 64;
/** Schedules remembered for one kind of caller; beyond that all are looked up again. */
const MAX_SCHEDULES = 500_000;

/** Schedules that callers of one kind may submit to. */
interface Openings {
  /** Schedules that are open, and until when that is trusted. */
  readonly open: Map<number, number>;
  /** Ids for the next query, after the current one. */
  next: { readonly ids: Set<number>; readonly found: Promise<ReadonlySet<number>> } | undefined;
  underWay: Promise<unknown>;
}

/**
 * Remembers for a moment to which schedules values may be submitted, so that a busy stream of points does not ask the
 * database about the same ones with every request. Closed ones are looked up each time: they may open any moment.
 * Questions that come up while one is under way are asked together, after it: a trip to the database costs more than a
 * schedule.
 */
@Injectable()
export class KnownSchedules {
  /** By kind of caller. */
  private readonly known = new LRUCache<string, Openings>({ max: MAX_SUBMITTERS });

  constructor(
    private readonly queries: KnownSchedulesQueries,
    private readonly clock: Clock,
  ) {}

  /** Cached schedules that the caller may submit to; `findClosed` decides about others. */
  openTo(submitter: Submitter): (scheduleId: number) => boolean {
    return this.openNow(this.openingsFor(submitter));
  }

  /** Schedules among the ids that the caller may not submit to. */
  async findClosed(scheduleIds: Int32Array, submitter: Submitter): Promise<ReadonlySet<number>> {
    const openings = this.openingsFor(submitter);
    const isOpen = this.openNow(openings);
    const doubtful = new Set<number>();
    for (const id of scheduleIds) if (!isOpen(id)) doubtful.add(id);
    if (doubtful.size === 0) return doubtful;
    const asked = (openings.next ??= this.askNext(openings, submitter));
    for (const id of doubtful) asked.ids.add(id);
    const found = await asked.found;
    for (const id of doubtful) if (found.has(id)) doubtful.delete(id);
    return doubtful;
  }

  private openNow({ open }: Openings): (scheduleId: number) => boolean {
    const now = this.clock.now();
    return (id) => (open.get(id) ?? 0) > now;
  }

  private askNext(openings: Openings, submitter: Submitter): NonNullable<Openings['next']> {
    const ids = new Set<number>();
    const found = openings.underWay.then(() => {
      openings.next = undefined;
      return this.ask(ids, openings.open, submitter);
    });
    openings.underWay = found.catch(() => undefined);
    return { ids, found };
  }

  private async ask(
    ids: ReadonlySet<number>,
    open: Map<number, number>,
    submitter: Submitter,
  ): Promise<ReadonlySet<number>> {
    // From when it was requested, not from when it was returned.
    const trustedUntil = this.clock.now() + TRUSTED_MS;
    if (open.size + ids.size > MAX_SCHEDULES) open.clear();
    for (const id of ids) open.delete(id);
    const found = new Set(await this.queries.findOpen([...ids], submitter));
    for (const id of found) open.set(id, trustedUntil);
    return found;
  }

  private openingsFor(submitter: Submitter): Openings {
    const key = toKey(submitter);
    let openings = this.known.get(key);
    if (!openings) {
      openings = { open: new Map<number, number>(), next: undefined, underWay: Promise.resolve() };
      this.known.set(key, openings);
    }
    return openings;
  }
}

function toKey(submitter: Submitter): string {
  if (seesEverything(submitter)) return 'all';
  if (!mayDo(submitter, 'SUBMIT_METRICS')) return 'none';
  // A narrowed token of the same subject may hold other roles.
  return JSON.stringify([submitter.subject, submitter.ownOnly ?? false, submitter.roles]);
}
