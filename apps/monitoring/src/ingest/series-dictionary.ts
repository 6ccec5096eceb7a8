import { Injectable } from '@nestjs/common';
import { RecentMap } from '@wardstone/series-formats';

/** The schedule of a series. */
export interface DictionaryEntry {
  readonly scheduleId: number;
  /** The resource of the target, of a series that says whether it is up. */
  readonly upOf: number | null;
  /** The day on which it was last noted that the series is alive. */
  seenDay: number;
}

/** Bytes that keys may take, two a character; an entry takes about as much as a short key. */
const MAX_BYTES = 64 * 1024 * 1024;
const ENTRY_BYTES = 150;

/**
 * Cache of schedules by the identity of series, recently used ones last: a stream of samples queries the database only
 * for new series. It does not decide whether a schedule still exists and is open to the caller.
 */
@Injectable()
export class SeriesDictionary extends RecentMap<string, DictionaryEntry> {
  constructor() {
    super(MAX_BYTES, (key) => 2 * key.length + ENTRY_BYTES);
  }
}
