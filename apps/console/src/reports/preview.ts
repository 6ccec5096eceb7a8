import type { PathOf, Query } from '@wardstone/client';
import { wardstone } from '../api/client';
import { readCsv } from './csv';

export interface Preview {
  header: readonly string[];
  rows: readonly (readonly string[])[];
  /** Whether these are all rows. */
  isWhole: boolean;
}

/** Reports, each of which is an operation. */
export type ReportPath = Extract<PathOf<'get'>, `/rest/reports/${string}`>;

const ROWS = 50;

/**
 * The first rows of a report; the rest is not read, because reports are streamed and may be long.
 * @throws ApiError
 */
export async function readPreview(
  path: ReportPath,
  query: Query<'get', ReportPath>,
  signal: AbortSignal,
): Promise<Preview> {
  const stopper = new AbortController();
  const { body } = await wardstone.call('get', path, {
    query,
    headers: { Accept: 'text/csv, application/problem+json;q=0.5' },
    signal: AbortSignal.any([signal, stopper.signal]),
    as: 'stream',
  });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    text += decoder.decode(value, { stream: !done });
    // One for the header, and one to detect further rows.
    const rows = readCsv(text, ROWS + 2, done);
    if (!done && rows.length < ROWS + 2) continue;
    if (!done) stopper.abort();
    const [header = [], ...others] = rows;
    return { header, rows: others.slice(0, ROWS), isWhole: done && others.length <= ROWS };
  }
}
