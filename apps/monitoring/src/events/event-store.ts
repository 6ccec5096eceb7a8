import { Injectable } from '@nestjs/common';
import { type Transaction, TransactionListeners } from '@wardstone/database';
import { type EventPlace, EventQueries, type SubmittedEvent } from './event.queries';

export type { EventPlace, SubmittedEvent } from './event.queries';

/** A stored event, for event rules. */
export interface StoredEvent extends SubmittedEvent {
  id: number;
  resourceId: number;
  /** Name of the event definition. */
  definition: string;
  location: string;
}

/** See rule events-1. */
const MAX_CHARACTERS = 4000;

/** All events are stored through this class. */
@Injectable()
export class EventStore {
  /** Called in order of submission; a listener writes exactly once for each event. */
  readonly changes = new TransactionListeners<readonly StoredEvent[]>();

  constructor(private readonly queries: EventQueries) {}

  /** Sources of the places, created if needed; `append` may follow. */
  async requireSources(tx: Transaction, places: readonly EventPlace[]): Promise<(EventPlace & { id: number })[]> {
    return places.length === 0 ? [] : this.queries.requireSources(tx, places);
  }

  /** Stores events of sources that the transaction has locked (see `requireSources`). */
  async append(tx: Transaction, events: readonly SubmittedEvent[]): Promise<void> {
    if (events.length === 0) return;
    const ids = await this.queries.takeIds(tx, events.length);
    const numbered = events.map((event, index) => ({ ...event, id: ids[index]! }));
    await this.queries.copy(
      tx,
      numbered.map((event) => ({ ...event, detail: cut(event.detail) })),
    );
    const sources = await this.queries.describeSources(tx, [...new Set(events.map(({ sourceId }) => sourceId))]);
    const stored = numbered.flatMap((event): StoredEvent[] => {
      const source = sources.get(event.sourceId);
      return source ? [{ ...event, ...source }] : [];
    });
    await this.changes.tell(tx, stored);
  }
}

/** Never splits a surrogate pair. */
function cut(detail: string): string {
  if (detail.length <= MAX_CHARACTERS) return detail;
  const last = detail.charCodeAt(MAX_CHARACTERS - 1);
  const isHalf = last >= 0xd800 && last < 0xdc00;
  return detail.slice(0, isHalf ? MAX_CHARACTERS - 1 : MAX_CHARACTERS);
}
