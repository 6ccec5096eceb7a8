export type RefusalReason =
  | 'no_name'
  | 'invalid_label'
  | 'duplicate_label'
  | 'too_many_labels'
  | 'labels_too_long'
  | 'too_old'
  | 'too_new'
  | 'forbidden'
  | 'too_many_series'
  | 'too_many_new_series'
  | 'invalid_histogram';

/** Samples refused for the same reason. */
export interface Refusal {
  readonly reason: RefusalReason;
  /** The label that caused it, or empty. */
  readonly label: string;
  /** Description with the first example. */
  readonly text: string;
  readonly samples: number;
}

export interface IntakeOutcome {
  readonly stored: number;
  /** Native histograms, which `stored` does not count. */
  readonly storedHistograms: number;
  readonly refusals: readonly Refusal[];
}

/**
 * Why a series is refused. A value instead of an error, because one request may have thousands, and each stack trace
 * takes 10 us.
 */
export class RefusedSeries {
  constructor(
    readonly reason: RefusalReason,
    readonly label: string,
    readonly text: string,
  ) {}
}

/** Maximum number of distinct refusals. */
const MAX_REFUSALS = 20;

/** Counts refusals without limit. */
export class Refusals {
  private readonly known = new Map<string, { reason: RefusalReason; label: string; text: string; samples: number }>();

  add({ reason, label, text }: RefusedSeries, samples: number): void {
    const key = `${reason} ${label}`;
    let refusal =
      this.known.get(key) ?? (this.known.size < MAX_REFUSALS ? undefined : this.known.values().next().value);
    if (!refusal) this.known.set(key, (refusal = { reason, label, text, samples: 0 }));
    refusal.samples += samples;
  }

  get list(): readonly Refusal[] {
    return [...this.known.values()];
  }
}

/** A text with counts, reasons and labels. */
export function describeRefusals(refusals: readonly Refusal[]): string {
  return refusals
    .map(({ samples, text }) => `${samples} ${samples === 1 ? 'sample' : 'samples'} not stored: ${text}`)
    .join('; ');
}
