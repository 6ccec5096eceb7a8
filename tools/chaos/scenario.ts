/** What was promised, whether it held, and the figures that show it. */
export interface Verdict {
  promise: string;
  held: boolean;
  figures: string;
}

export interface Scenario {
  name: string;
  title: string;
  /** A sentence when it cannot run here; undefined when it can. */
  obstacle?: () => string | undefined;
  run(report: (line: string) => void): Promise<Verdict[]>;
}
