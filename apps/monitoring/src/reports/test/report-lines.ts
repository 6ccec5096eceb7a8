import type { Requests } from '@wardstone/testing';

/** A report without its header line, and without the end of the last line. */
export async function readReportLines(api: Pick<Requests, 'get'>, report: string): Promise<string[]> {
  const { text } = await api.get(`/rest/reports/${report}`).expect(200);
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  return text.slice(0, -1).split('\n').slice(1);
}
