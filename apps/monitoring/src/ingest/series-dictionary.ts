import { Injectable } from '@nestjs/common';
import { RecentMap } from '@wardstone/series-formats';

/** The schedule of a series. */
export interface DictionaryEntry {
  readonly scheduleId: number;
  /** Resource of the target, if the series is its `up`. */
  readonly upOf: number | null;
  /** The last day on which the series was recorded as alive. */
  seenDay: number;
}

/** Maximum size of keys, with two bytes per character; an entry takes about as much as a short key. */
const MAX_BYTES = 64 * 1024 * 1024;
const ENTRY_BYTES = 150;

/**
 * LRU cache of schedules by the identity of series, so that a stream of samples queries the database only for new
 * series. It does not decide whether a schedule still exists and whether the caller may submit to it.
 */
@Injectable()
export class SeriesDictionary extends RecentMap<string, DictionaryEntry> {
  constructor() {
    super(MAX_BYTES, (key) => 2 * key.length + ENTRY_BYTES);
  }
}
