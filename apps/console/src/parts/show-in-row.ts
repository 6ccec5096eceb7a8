/** A row of tabs is wider than a phone: the one that is open is scrolled into it. Only the row moves, never the page. */
export function showInRow(tab: Element | null | undefined): void {
  const row = tab?.closest('ul');
  if (!tab || !row) return;
  const [own, all] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
  row.scrollLeft += own.left + own.width / 2 - (all.left + all.width / 2);
}
