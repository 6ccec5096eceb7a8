/** The outcome of one file of the drop box. */
export type ScanOutcome =
  | { kind: 'registered'; plugin: string; id: number; isNew: boolean; warnings: readonly string[] }
  /** It was registered before, and was again because of another plugin. */
  | { kind: 'registered-again'; plugin: string; id: number; warnings: readonly string[] }
  /** The same bytes are registered. */
  | { kind: 'identical'; plugin: string }
  /** A newer package of the plugin is registered. */
  | { kind: 'older'; plugin: string }
  /** It waits for other plugins. */
  | { kind: 'pending'; plugin: string; reason: string }
  /** It waits for the resources of a deleted plugin of its name. */
  | { kind: 'leaving'; plugin: string; reason: string }
  /** It is no valid plugin. */
  | { kind: 'refused'; reason: string }
  | { kind: 'failed'; error: unknown };

export interface ScanEntry {
  readonly file: string;
  readonly outcome: ScanOutcome;
}

/** What a scan did, in order. */
export class ScanReport {
  readonly entries: ScanEntry[] = [];

  add(file: string, outcome: ScanOutcome): void {
    this.entries.push({ file, outcome });
  }

  /** The outcome of a waiting file; undefined when it was not there. */
  outcomeOf(file: string): ScanOutcome | undefined {
    return this.entries.find((entry) => entry.file === file && entry.outcome.kind !== 'registered-again')?.outcome;
  }
}
