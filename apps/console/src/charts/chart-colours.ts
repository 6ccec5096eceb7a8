/** Colours of a chart on the page as it is now. */
export interface ChartColours {
  ink: string;
  grid: string;
  band: string;
  spread: string;
  mark: string;
  series: readonly string[];
}

/** Of the middle of the palette, which contrasts with light and dark. */
const SERIES = ['blue', 'orange', 'green', 'purple', 'teal', 'yellow', 'red', 'gray'];

/** The tokens of the theme; a canvas cannot read them itself. */
export function chartColours(element: Element): ChartColours {
  const style = getComputedStyle(element);
  const token = (name: string, otherwise: string): string => style.getPropertyValue(`--pf-t--${name}`).trim() || otherwise;
  return {
    ink: token('global--text--color--subtle', 'gray'),
    grid: token('global--border--color--default', 'lightgray'),
    band: 'rgba(128, 128, 128, 0.18)',
    spread: 'rgba(0, 102, 204, 0.2)',
    mark: token('global--color--status--danger--default', 'crimson'),
    series: SERIES.map((name) => token(`color--${name}--40`, 'steelblue')),
  };
}
