/** A promise, whether it held, and the figures that show it. */
export interface Verdict {
  promise: string;
  held: boolean;
  figures: string;
}

export interface Scenario {
  name: string;
  title: string;
  /** Why it cannot run here, as a sentence; undefined if it can. */
  obstacle?: () => string | undefined;
  run(report: (line: string) => void): Promise<Verdict[]>;
}
