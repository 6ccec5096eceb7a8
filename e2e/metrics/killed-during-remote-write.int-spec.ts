import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runMigrations } from '@wardstone/database';
import { rounds } from '@wardstone/testing';
import { MIGRATIONS } from '../../apps/monitoring/src/data-source';
import {
  aFirstMessage,
  aSecondMessage,
  FIRST_HEADERS,
  packed,
  SECOND_HEADERS,
} from '../../libs/series-formats/test/write-request.builder';
import { createRunFolder, DATABASE_FOLDER, type PostgresServer, removeRunFolder, startPostgres } from '@wardstone/host';
import { HEADERS, type MetricService, startMetricService } from './metric-service';

const KILLS = rounds(6);
const SENDERS = 4;
const SERIES = 25;
/**
 * Number of requests after which new series replace the old ones, so that some kills happen while series are created.
 */
const REQUESTS_PER_GENERATION = 20;
const TIME_LIMIT_MS = 400_000;

interface QueryResponse {
  data: { result: { metric: { generation: string; series: string }; values: [number, string][] }[] };
}

describe('remote write while the service is killed', () => {
  const folder = createRunFolder();
  const startMs = Date.now() - 3_600_000;
  let server: PostgresServer;
  let service: MetricService;
  let isOver = false;

  const start = () => startMetricService(server.url(), { RECEIVED_NEW_SERIES: '100000' });

  beforeAll(async () => {
    server = await startPostgres({
      dataFolder: path.join(folder, DATABASE_FOLDER),
      logFile: path.join(folder, 'postgres.log'),
      user: 'app',
      password: 'app',
    });
    await runMigrations({ url: server.url(), applicationName: 'e2e', migrations: MIGRATIONS });
    service = await start();
  }, 120_000);

  afterAll(async () => {
    isOver = true;
    await service.kill();
    await server.stop();
    removeRunFolder(folder);
  }, 60_000);

  function toMessage(sender: number, request: number): Buffer {
    const encode = sender % 2 === 0 ? aFirstMessage : aSecondMessage;
    const labels = {
      __name__: 'sent',
      job: `sender-${sender}`,
      instance: 'web-1:9100',
      generation: String(Math.floor(request / REQUESTS_PER_GENERATION)),
    };
    const samples: [number, number][] = [[startMs + request * 100, request]];
    return packed(
      encode(Array.from({ length: SERIES }, (_, i) => ({ labels: { ...labels, series: String(i) }, samples }))),
    );
  }

  /** Repeats a request until it is acknowledged, as Prometheus does. Returns the number of acknowledged requests. */
  async function send(sender: number): Promise<number> {
    const headers = { ...HEADERS, ...(sender % 2 === 0 ? FIRST_HEADERS : SECOND_HEADERS) };
    let request = 0;
    for (let isTaken = true; !isOver || !isTaken;) {
      const body = new Uint8Array(toMessage(sender, request));
      const url = `${service.url}/prometheus/api/v1/write`;
      const response = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined);
      isTaken = response?.status === 204;
      if (isTaken) request++;
      else if (response && response.status < 500) throw new Error(`${response.status} ${await response.text()}`);
      else await sleep(20);
    }
    return request;
  }

  async function stored(sender: number): Promise<Map<string, string>> {
    const params = new URLSearchParams({ query: `sent{job="sender-${sender}"}[2h]` });
    const response = await fetch(`${service.url}/prometheus/api/v1/query?${params.toString()}`, { headers: HEADERS });
    const { data } = (await response.json()) as QueryResponse;
    return new Map(
      data.result.map(({ metric, values }) => [
        `${metric.generation} ${metric.series}`,
        values.map(([time, value]) => `${time * 1000 - startMs}:${value}`).join(),
      ]),
    );
  }

  function sent(acknowledged: number): Map<string, string> {
    const expected = new Map<string, string>();
    for (let request = 0; request < acknowledged; request++) {
      for (let series = 0; series < SERIES; series++) {
        const key = `${Math.floor(request / REQUESTS_PER_GENERATION)} ${series}`;
        const before = expected.get(key);
        expected.set(key, `${before === undefined ? '' : `${before},`}${request * 100}:${request}`);
      }
    }
    return expected;
  }

  it(
    `stores each acknowledged sample once and nothing else, over ${KILLS} kills`,
    async () => {
      const senders = Array.from({ length: SENDERS }, (_, sender) => send(sender));
      let next = start();
      for (let kill = 0; kill < KILLS; kill++) {
        const successor = await next;
        if (kill + 1 < KILLS) next = start();
        await sleep((kill * 35) % 50);
        await service.kill();
        service = successor;
      }
      isOver = true;
      const acknowledged = await Promise.all(senders);
      for (const [sender, count] of acknowledged.entries()) {
        expect(count).toBeGreaterThan(KILLS);
        expect(await stored(sender)).toEqual(sent(count));
      }
    },
    TIME_LIMIT_MS,
  );
});
