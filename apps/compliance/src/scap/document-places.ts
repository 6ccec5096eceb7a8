import type { CallerIdentity } from '@wardstone/auth';
import { BodiesUnderWay } from '@wardstone/bootstrap';

/** Shorter than the gateway waits for uploads. */
const PATIENCE_MS = 240_000;

/**
 * Bounds how many documents are read at once: each has a thread, for as long as its client takes to send it. They are
 * shared as the memory for bodies is, so that an account that is slow with many leaves places to others.
 */
export class DocumentPlaces {
  private readonly places: BodiesUnderWay;

  constructor(atOnce: number) {
    // The last one stays free, as of the memory for bodies.
    this.places = new BodiesUnderWay(atOnce + 1, PATIENCE_MS);
  }

  /** @throws too_much_in_progress when there is no place for a while */
  async run<T>({ subject }: Pick<CallerIdentity, 'subject'>, work: () => Promise<T>): Promise<T> {
    const place = this.places.hold(subject);
    await place.take(1);
    try {
      return await work();
    } finally {
      place.release();
    }
  }
}
