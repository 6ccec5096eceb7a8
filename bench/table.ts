import os from 'node:os';

/** One figure compared with a goal. */
export interface Verdict {
  figure: string;
  /** Undefined where this machine cannot report it. */
  value: number | undefined;
  unit?: string;
  goal: { atMost: number } | { atLeast: number };
}

const NAME_WIDTH = 58;

/** Prints one line with `met` or `MISSED`; returns whether the goal was missed. */
export function judge({ figure, value, unit = '', goal }: Verdict): boolean {
  const isMissed = value !== undefined && !isMet(value, goal);
  const bound = 'atMost' in goal ? `<= ${goal.atMost}${unit}` : `>= ${goal.atLeast}${unit}`;
  const verdict = value === undefined ? '' : isMissed ? 'MISSED' : 'met';
  const shown = value === undefined ? 'not available here' : `${roundFigure(value)}${unit}`;
  console.log(`  ${figure.padEnd(NAME_WIDTH)} ${shown.padStart(13)}   ${bound.padEnd(12)} ${verdict}`.trimEnd());
  return isMissed;
}

/** Prints a figure without a goal. */
export function printFigure(figure: string, value: string): void {
  console.log(`  ${figure.padEnd(NAME_WIDTH)} ${value.padStart(13)}`);
}

export function isMet(value: number, goal: Verdict['goal']): boolean {
  return 'atMost' in goal ? value <= goal.atMost : value >= goal.atLeast;
}

/** Three significant digits. */
export function roundFigure(value: number): string {
  return value.toFixed(Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2);
}

/** How busy the machine was, to judge the figures. */
export const loadAverage = (): string => `load average ${os.loadavg()[0]!.toFixed(1)} on ${os.cpus().length} cores`;
