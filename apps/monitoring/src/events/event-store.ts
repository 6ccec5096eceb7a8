import { Injectable } from '@nestjs/common';
import { type Transaction, TransactionListeners } from '@wardstone/database';
import { type EventPlace, EventQueries, type SubmittedEvent } from './event.queries';

export type { EventPlace, SubmittedEvent } from './event.queries';

/** A stored event, for rules about events. */
export interface StoredEvent extends SubmittedEvent {
  id: number;
  resourceId: number;
  /** Name of the event definition. */
  definition: string;
  location: string;
}

/** See rule events-1. */
const MAX_CHARACTERS = 4000;

/** The one way events get into the database. */
@Injectable()
export class EventStore {
  /** In the order of submission; what a listener writes is written exactly once per event. */
  readonly changes = new TransactionListeners<readonly StoredEvent[]>();

  constructor(private readonly queries: EventQueries) {}

  /** The sources of the places, made as needed; `append` may follow. */
  async requireSources(tx: Transaction, places: readonly EventPlace[]): Promise<(EventPlace & { id: number })[]> {
    return places.length === 0 ? [] : this.queries.requireSources(tx, places);
  }

  /** Stores events of sources that the transaction has locked (`requireSources` locks them). */
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

/** Never leaves half of a character behind. */
function cut(detail: string): string {
  if (detail.length <= MAX_CHARACTERS) return detail;
  const last = detail.charCodeAt(MAX_CHARACTERS - 1);
  const isHalf = last >= 0xd800 && last < 0xdc00;
  return detail.slice(0, isHalf ? MAX_CHARACTERS - 1 : MAX_CHARACTERS);
}
