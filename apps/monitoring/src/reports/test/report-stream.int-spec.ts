import http, { type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, CommonError } from '@wardstone/errors';
import { givenResource } from '../../test/given-inventory';
import { PUBLIC_URL, useMonitoring } from '../../test/use-monitoring';
import { ChangeReportQueries } from '../change-report.queries';
import { ROWS_PER_BLOCK } from '../report-tables';

const ROWS = 60_000;
/** Makes rows so wide that all sockets together hold but a part of them. */
const OPERATION = 'x'.repeat(800);
const BLOCKS = ROWS / ROWS_PER_BLOCK;
const MAX_AHEAD = BLOCKS / 2;

/** State of a request that is not sent yet. */
interface Prepared {
  url: string;
  header: Record<string, string>;
}

/** The report is read block by block as the client takes it, so that its length never shows in the memory. */
describe('a report of very many rows', () => {
  const api = useMonitoring(() => ({ CONSOLE_URL: PUBLIC_URL }));
  let reads: jest.SpyInstance;

  beforeAll(async () => {
    const resource = await givenResource(api.database, { name: 'busy' });
    await api.database.query(
      `INSERT INTO operation_history (resource_id, operation_name, operation_display_name, job_name, job_group, status,
                                      requested_by, timeout_seconds, parameters, created_ms, started_ms, modified_ms)
       SELECT $1, 'op', $2, 'job ' || n, 'g', 'SUCCESS', 'alice', 60, '{}', 0, n, n / 7
         FROM generate_series(1, ${ROWS}) AS n`,
      [resource.id, OPERATION],
    );
    // Calls are counted and passed on.
    reads = jest.spyOn(api.service.app.get(ChangeReportQueries, { strict: false }), 'listOperations');
  }, 120_000);

  beforeEach(() => reads.mockClear());
  afterAll(() => reads.mockRestore());

  /** A response whose body has not been read yet. */
  const open = async (): Promise<IncomingMessage> => {
    const { url, header } = api.get('/rest/reports/recentOperations') as unknown as Prepared;
    return new Promise((resolve, reject) => {
      http.get(url, { headers: { ...header, 'accept-encoding': 'identity' } }, resolve).on('error', reject);
    });
  };
  const untilStill = async (): Promise<number> => {
    for (let before = -1; ;) {
      const now = reads.mock.calls.length;
      if (now === before) return now;
      before = now;
      await sleep(1_000);
    }
  };

  it('waits for a client that does not read, and then sends every row once', async () => {
    const response = await open();
    expect(response.statusCode).toBe(200);
    expect(await untilStill()).toBeLessThan(MAX_AHEAD);
    const seen = new Uint8Array(10_001 + ROWS);
    let [count, rest] = [0, ''];
    for await (const chunk of response) {
      const lines = (rest + String(chunk)).split('\n');
      rest = lines.pop()!;
      for (const line of lines) {
        const id = /History\/([0-9]+)$/.exec(line)?.[1];
        if (id === undefined) continue;
        seen[Number(id)] = 1;
        count += 1;
      }
    }
    expect([count, seen.reduce((sum, mark) => sum + mark, 0), rest]).toEqual([ROWS, ROWS, '']);
    expect(reads.mock.calls.length).toBe(BLOCKS + 1);
  }, 120_000);

  it('is read no further once its client has disconnected', async () => {
    const response = await open();
    response.destroy();
    expect(await untilStill()).toBeLessThan(MAX_AHEAD);
  }, 120_000);

  it('closes the connection when a block cannot be read, so that a part does not look complete', async () => {
    const response = await open();
    reads.mockRejectedValueOnce(new Error('the database has gone'));
    await expect(
      (async () => {
        for await (const chunk of response) void chunk;
      })(),
    ).rejects.toThrow('aborted');
  }, 120_000);

  it('returns an ordinary error when not even the first block can be read', async () => {
    reads.mockRejectedValueOnce(new ApiError(CommonError.internal_error));
    await api.get('/rest/reports/recentOperations').expect(500);
  });
});
