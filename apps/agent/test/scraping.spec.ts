import { defaultMaxListeners, getEventListeners, getMaxListeners } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { SystemClock } from '@wardstone/clock';
import { loadConfig } from '@wardstone/config';
import { eventually } from '@wardstone/testing';
import { Agent } from '../src/agent';
import { AgentConfig } from '../src/agent.config';
import { parseScrapeTargets } from '../src/domain/scrape-target';
import { createLogger } from '../src/logger';
import { aMachine } from './machine.builder';
import { type Fate, ReceivingServer } from './receiving-server';

describe('an exporter that the administrator names', () => {
  it.each([
    ['http://127.0.0.1:9100/metrics', 'exporter', 'web-1:9100'],
    ['node=http://localhost:9100/metrics?collect[]=cpu', 'node', 'web-1:9100'],
    ['http://[::1]/metrics#top', 'exporter', 'web-1:80'],
    ['snmp=https://10.0.0.7/metrics', 'snmp', '10.0.0.7:443'],
    ['http://127.0.0.1.example.com:1/x', 'exporter', '127.0.0.1.example.com:1'],
  ])('%s has the job %s and the instance %s', (text, job, instance) => {
    expect(parseScrapeTargets([text], 'web-1')).toMatchObject([{ job, instance }]);
  });

  it.each([
    [['file:///etc/passwd'], 'AGENT_SCRAPE: "file:///etc/passwd" is neither URL nor JOB=URL of http or https'],
    [['node=9100'], 'AGENT_SCRAPE: "node=9100" is neither URL nor JOB=URL of http or https'],
    [['http://user:secret@127.0.0.1/'], 'AGENT_SCRAPE: the address of exporter must not hold credentials'],
    [
      ['http://127.0.0.1:1/a', 'http://localhost:1/b'],
      'AGENT_SCRAPE: two exporters "exporter" at web-1:1; name their jobs as JOB=URL',
    ],
  ])('%j is refused: %s', (texts, reason) => {
    expect(() => parseScrapeTargets(texts, 'web-1')).toThrow(reason);
  });
});

describe('an agent that reads exporters', () => {
  let folder: string;
  let server: ReceivingServer;
  let exporter: http.Server;
  let exporterUrl: string;
  let reads: number;
  let respond: (response: http.ServerResponse, request: http.IncomingMessage) => void;
  const agents: Agent[] = [];

  beforeEach(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'scraping-'));
    server = new ReceivingServer();
    await server.start();
    reads = 0;
    respond = (response) => {
      response.setHeader('Content-Type', 'text/plain; version=0.0.4; charset=utf-8');
      response.end(`# TYPE reads counter\n# HELP reads Reads\nreads{job="own",path="/"} ${reads}\nempty{a=""} 1\n`);
    };
    exporter = http.createServer((request, response) => {
      reads++;
      respond(response, request);
    });
    await new Promise<void>((resolve) => exporter.listen(0, '127.0.0.1', resolve));
    exporterUrl = `http://127.0.0.1:${(exporter.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    await Promise.all(agents.splice(0).map((agent) => agent.stop()));
    await server.kill().catch(() => undefined);
    exporter.closeAllConnections();
    await new Promise((resolve) => exporter.close(resolve));
    fs.rmSync(folder, { recursive: true });
  });

  const start = (settings: Record<string, string> = {}): Agent => {
    const config = loadConfig(AgentConfig, {
      WARDSTONE_URL: server.url,
      AGENT_NAME: 'web-1',
      AGENT_TOKEN: 'wsj_secret',
      AGENT_STATE_DIR: folder,
      AGENT_LOG_FILES: path.join(folder, 'app.log'),
      AGENT_COMPLIANCE: 'off',
      AGENT_SCRAPE: `node=${exporterUrl}/metrics`,
      AGENT_SCRAPE_SECONDS: '1',
      ...settings,
    });
    const agent = new Agent({ config, machine: aMachine(), clock: new SystemClock(), logger: createLogger('silent') });
    agents.push(agent);
    void agent.run();
    return agent;
  };
  const toValues = (name: string): number[] =>
    server.samples.filter(({ labels }) => labels['__name__'] === name).map(({ value }) => value);
  const waiting = (): number => fs.readdirSync(path.join(folder, 'samples')).length;

  it('sends their samples and the outcome of the scrape, labelled like Prometheus', async () => {
    start();
    await eventually('two reads', () => toValues('up').length > 1);

    const first = server.samples.slice(0, 5);
    const instance = `web-1:${new URL(exporterUrl).port}`;
    const { timeMs } = first[0]!;
    expect(first.map(({ labels }) => labels)).toEqual([
      { __name__: 'reads', exported_job: 'own', instance, job: 'node', path: '/' },
      { __name__: 'empty', instance, job: 'node' },
      { __name__: 'up', instance, job: 'node' },
      { __name__: 'scrape_duration_seconds', instance, job: 'node' },
      { __name__: 'scrape_samples_scraped', instance, job: 'node' },
    ]);
    expect(first.map(({ value }) => value)).toEqual([1, 1, 1, first[3]!.value, 2]);
    expect(first.every((each) => each.timeMs === timeMs)).toBe(true);
    expect(server.listBodies('/write')[0]!['families']).toEqual([{ type: 1, name: 'reads', help: 'Reads' }]);
  });

  it.each([12, 40])('reads %d exporters at once without a warning of Node.js', async (count) => {
    const listened = jest.spyOn(EventTarget.prototype, 'addEventListener');
    // Node.js warns, on stderr, of a signal that has more listeners than it expects; within Jest that is 0 by default.
    const isCrowded = (signal: EventTarget): boolean =>
      getEventListeners(signal, 'abort').length > (getMaxListeners(signal) || defaultMaxListeners);
    let crowded: EventTarget[] | undefined;
    const held: http.ServerResponse[] = [];
    respond = (response) => {
      held.push(response);
      if (held.length < count) return;
      crowded ??= listened.mock.contexts.filter(isCrowded);
      for (const each of held.splice(0)) each.writeHead(200, { 'Content-Type': 'text/plain' }).end('a 1\n');
    };
    start({ AGENT_SCRAPE: Array.from({ length: count }, (_, at) => `job${at}=${exporterUrl}/${at}`).join(',') });
    await eventually('all exporters', () => new Set(server.samples.map(({ labels }) => labels['job'])).size === count);
    listened.mockRestore();

    expect(crowded).toEqual([]);
  });

  it('requests OpenMetrics, and keeps the timestamps of exporters', async () => {
    let accepted = '';
    respond = (response, request) => {
      accepted = request.headers.accept ?? '';
      response.setHeader('Content-Type', 'application/openmetrics-text; version=1.0.0; charset=utf-8');
      response.setHeader('Content-Encoding', 'gzip');
      response.end(gzipSync('# TYPE jobs gauge\njobs 7 1520879607.789\n# EOF\n'));
    };
    start();
    await eventually('a read', () => toValues('up').length > 0);

    expect(accepted).toMatch(/^application\/openmetrics-text;version=1\.0\.0/);
    expect(server.samples[0]).toMatchObject({ value: 7, timeMs: 1_520_879_607_789 });
    expect(toValues('up')[0]).toBe(1);
  });

  it.each<[string, (response: http.ServerResponse) => void]>([
    ['redirects elsewhere', (response) => response.writeHead(302, { Location: `${exporterUrl}/other` }).end()],
    ['fails', (response) => response.writeHead(500).end('a 1\n')],
    ['exposes something else', (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('a 1\n')],
    ['exposes half a line', (response) => response.writeHead(200, { 'Content-Type': 'text/plain' }).end('a 1\nb{')],
    ['is not UTF-8', (response) => response.end(Buffer.from([0x61, 0x20, 0xff, 0x0a]))],
    ['breaks the connection', (response) => response.destroy()],
    [
      'is a bomb',
      (response) => {
        response.setHeader('Content-Encoding', 'gzip');
        response.end(gzipSync(Buffer.alloc(17 * 1024 * 1024, '\n')));
      },
    ],
  ])('reports up 0 and no other samples for an exporter that %s', async (_, response) => {
    respond = response;
    start();
    await eventually('a read', () => toValues('up').length > 0);

    expect(server.samples.slice(0, 3).map(({ labels, value }) => [labels['__name__'], value])).toEqual([
      ['up', 0],
      ['scrape_duration_seconds', expect.any(Number)],
      ['scrape_samples_scraped', 0],
    ]);
  });

  it('loses and duplicates no sample when requests, the service or the agent fail', async () => {
    const fates: Fate[] = ['answered', 'lost', 503, 'answered', 429];
    let number = 0;
    server.fate = ({ path: to }) => (to.endsWith('/write') ? fates[number++ % fates.length]! : 'answered');
    const first = start();
    await eventually('reads', () => toValues('up').length > 1);
    await server.kill();
    const before = reads;
    await eventually('reads without a server', () => reads > before + 1 && waiting() > 0);
    await first.stop();

    server.fate = () => 'answered';
    start();
    await server.start();
    await eventually('nothing to wait', () => waiting() === 0 && toValues('reads').length > 3);

    const values = toValues('reads');
    expect(new Set(values).size).toBe(values.length);
    const times = server.samples.map(({ timeMs }) => timeMs);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    // A scrape in progress when the agent stopped is lost.
    expect(values.length).toBeGreaterThanOrEqual(Math.max(...values) - 1);
  });
});
