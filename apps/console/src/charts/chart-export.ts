import type { Values } from './metric-data';

interface Column {
  label: string;
  /** One value per timestamp. */
  values: Values;
}

/** Texts that spreadsheets would evaluate as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** A chart as a table: a row for each time, in UTC, and a column for each line, in the stored unit. Pure. */
export function toCsv(times: readonly number[], columns: readonly Column[], unit: string): string {
  const head = ['time', ...columns.map(({ label }) => (unit === '' ? label : `${label} (${unit})`))];
  const rows = times.map((time, at) => [
    new Date(time).toISOString(),
    ...columns.map(({ values }) => values[at]?.toString() ?? ''),
  ]);
  return [head.map(toCell), ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

function toCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A file name that is valid on every system. Pure. */
export function toFileName(title: string, ending: string): string {
  const name = title.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replaceAll(/^[-.]+|[-.]+$/g, '');
  return `${name || 'chart'}.${ending}`;
}

/** Downloads content as a file. */
export function download(content: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(link.href);
}

const MARGIN = 16;
const TITLE_PX = 18;

/** An image of the chart with its title, on the page's background colour; null if the browser cannot create it. */
export function exportPicture(drawn: HTMLCanvasElement, title: string): Promise<Blob | null> {
  const ratio = window.devicePixelRatio;
  const head = (TITLE_PX + 2 * MARGIN) * ratio;
  const canvas = document.createElement('canvas');
  canvas.width = drawn.width + 2 * MARGIN * ratio;
  canvas.height = drawn.height + head + MARGIN * ratio;
  const context = canvas.getContext('2d')!;
  const style = getComputedStyle(drawn);
  context.fillStyle = findBackground(drawn);
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = style.color;
  context.font = `${TITLE_PX * ratio}px ${style.fontFamily}`;
  context.fillText(title, MARGIN * ratio, (MARGIN + TITLE_PX) * ratio, canvas.width - 2 * MARGIN * ratio);
  context.drawImage(drawn, MARGIN * ratio, head);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

/** The background colour of the nearest ancestor that has one. */
function findBackground(element: Element | null): string {
  if (!element) return 'white';
  const { backgroundColor } = getComputedStyle(element);
  const isClear = backgroundColor === 'transparent' || /^rgba\(.*, 0\)$/.test(backgroundColor);
  return isClear ? findBackground(element.parentElement) : backgroundColor;
}
