/** How a list numbers its pages. */
export interface Numbering {
  query(page: number, size: number): Readonly<Record<string, number>>;
  /** The most that a page may have. */
  largest: number;
}

const BY_OFFSET: Numbering = { query: (page, size) => ({ limit: size, offset: page * size }), largest: 100 };

/** Monitoring numbers pages, and calls the size of those of fired alerts otherwise; the other services count entries. Pure. */
export function numberingOf(path: string): Numbering {
  if (!path.startsWith('/rest/')) return BY_OFFSET;
  const size = path === '/rest/alert' ? 'size' : 'ps';
  return { query: (page, rows) => ({ page, [size]: rows }), largest: 1000 };
}

/** Whether each page leads to the next one alone. Pure. */
export function hasCursor(path: string): boolean {
  return path.startsWith('/auth/');
}

/** The entries of a page, and of how many, where that is said. Pure. */
export function rowsOf(body: unknown, headers: Headers): { rows: readonly unknown[]; total: number } {
  if (Array.isArray(body)) return { rows: body, total: Number(headers.get('x-collection-size') ?? body.length) };
  const { data, meta } = body as { data: readonly unknown[]; meta: { total: number } };
  return { rows: data, total: meta.total };
}

/** The entries of a page with a cursor, and where the next one begins. Pure. */
export function cursorPageOf(body: unknown): { rows: readonly unknown[]; next: string | null } {
  const { next, ...others } = body as { next: string | null };
  return { rows: Object.values(others)[0] as readonly unknown[], next };
}
