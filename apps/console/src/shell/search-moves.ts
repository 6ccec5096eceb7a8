/** Result that a key moves to; undefined if it does not move. Pure. */
export function moveSelection(key: string, active: number | undefined, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return active === undefined ? 0 : (active + 1) % count;
  if (key === 'ArrowUp') return active === undefined ? count - 1 : (active - 1 + count) % count;
  return undefined;
}
