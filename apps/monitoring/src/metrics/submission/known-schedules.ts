import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { LRUCache } from 'lru-cache';
import { mayDo, seesEverything, type Submitter } from '../../authorization/viewer';
import { KnownSchedulesQueries } from './known-schedules.queries';

/** How long values may still be accepted for a resource that has left the inventory. */
const TRUSTED_MS = 3_000;
/** Maximum number of kinds of callers; operators share one, agents have their own. */
const MAX_SUBMITTERS = 64;
/** Maximum number of schedules cached for one kind of caller. */
const MAX_SCHEDULES = 500_000;

/** Schedules that callers of one kind may submit to. */
interface Openings {
  /** Expiry of each cached schedule. */
  readonly open: Map<number, number>;
  /** Ids for the next query, after the current one. */
  next: { readonly ids: Set<number>; readonly found: Promise<ReadonlySet<number>> } | undefined;
  underWay: Promise<unknown>;
}

/**
 * Caches for a moment which schedules accept values, so that a busy stream of points does not query the same ones with
 * every request. Others are looked up each time, because they may be opened at any moment. Look-ups that arrive during
 * a query are batched for the next one, because a round trip costs more than a schedule.
 */
@Injectable()
export class KnownSchedules {
  /** By kind of caller. */
  private readonly known = new LRUCache<string, Openings>({ max: MAX_SUBMITTERS });

  constructor(
    private readonly queries: KnownSchedulesQueries,
    private readonly clock: Clock,
  ) {}

  /** Whether a schedule is cached as open to the caller; `findClosed` decides about others. */
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
    const pending = (openings.next ??= this.queueLookup(openings, submitter));
    for (const id of doubtful) pending.ids.add(id);
    const found = await pending.found;
    for (const id of doubtful) if (found.has(id)) doubtful.delete(id);
    return doubtful;
  }

  private openNow({ open }: Openings): (scheduleId: number) => boolean {
    const now = this.clock.now();
    return (id) => (open.get(id) ?? 0) > now;
  }

  private queueLookup(openings: Openings, submitter: Submitter): NonNullable<Openings['next']> {
    const ids = new Set<number>();
    const found = openings.underWay.then(() => {
      openings.next = undefined;
      return this.lookUp(ids, openings.open, submitter);
    });
    openings.underWay = found.catch(() => undefined);
    return { ids, found };
  }

  private async lookUp(
    ids: ReadonlySet<number>,
    open: Map<number, number>,
    submitter: Submitter,
  ): Promise<ReadonlySet<number>> {
    // Counts from the request, not from the response.
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
  // A narrowed token of the same subject may have other roles.
  return JSON.stringify([submitter.subject, submitter.ownOnly ?? false, submitter.roles]);
}
