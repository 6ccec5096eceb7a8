import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findFreePort, inspectProcess, waitUntil } from '@wardstone/host';
import { SupervisedProcess } from '../src/supervised-process';

/** A minimal service: ready on its port, fails on request, exits when its parent exits. */
const SERVICE = `
  const http = require('node:http');
  process.on('SIGTERM', () => { console.log(JSON.stringify({ msg: 'stopping' })); process.exit(0); });
  process.on('disconnect', () => process.exit(0));
  http.createServer((request, response) => {
    if (request.url === '/fall') { console.error('a tile came loose'); process.exit(3); }
    response.end(String(process.pid));
  }).listen(process.env.PORT, '127.0.0.1');
`;

describe('a supervised service', () => {
  let folder: string;
  let port: number;
  let events: string[];
  let pids: number[];
  let running: SupervisedProcess | undefined;

  beforeEach(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-supervised-'));
    port = await findFreePort();
    events = [];
    pids = [];
  });

  afterEach(async () => {
    await running?.stop();
    running = undefined;
    fs.rmSync(folder, { recursive: true, force: true });
  });

  function supervise(source: string): SupervisedProcess {
    const script = path.join(folder, 'service.js');
    fs.writeFileSync(script, source);
    running = new SupervisedProcess({
      name: 'tiler',
      script,
      env: { ...process.env, PORT: String(port) },
      logFile: path.join(folder, 'logs', 'tiler.log'),
      logsToTerminal: false,
      readyUrl: `http://127.0.0.1:${port}/readyz`,
      report: (sentence) => events.push(sentence),
      started: (pid) => pids.push(pid),
    });
    return running;
  }

  const call = (address: string) => fetch(`http://127.0.0.1:${port}${address}`).then((response) => response.text());

  it('is ready when it has started, and has ended when it was stopped', async () => {
    const service = supervise(SERVICE);
    await service.start();
    expect(await call('/')).toBe(String(pids[0]));

    await service.stop();

    expect(inspectProcess(pids[0] ?? 0).kind).toBe('ended');
    expect(events).toEqual([]);
    expect(fs.readFileSync(path.join(folder, 'logs', 'tiler.log'), 'utf8')).toBe('{"msg":"stopping"}\n');
  });

  it('is started again when it was killed', async () => {
    await supervise(SERVICE).start();
    process.kill(pids[0] ?? 0, 'SIGKILL');

    expect(await waitUntil(() => events.length === 2, 60_000)).toBe(true);
    expect(events).toEqual(['tiler was killed by SIGKILL; starting it again', 'tiler is ready again']);
    expect(await call('/')).toBe(String(pids[1]));
  });

  it('is restarted after a crash, with its last log lines', async () => {
    await supervise(SERVICE).start();
    await call('/fall').catch(() => undefined);

    expect(await waitUntil(() => events.length === 2, 60_000)).toBe(true);
    expect(events[0]).toBe('tiler ended with exit code 3 (a tile came loose); starting it again');
  });

  it('fails the start with its last log lines if it does not become ready', async () => {
    const service = supervise('console.log(JSON.stringify({ msg: "no mortar" })); process.exit(1);');

    await expect(service.start()).rejects.toThrow(/^tiler ended with exit code 1 \(no mortar\); see .*tiler\.log\.$/);
    expect(pids).toHaveLength(3);
  });

  it('is not restarted after a stop', async () => {
    const service = supervise(SERVICE);
    await service.start();
    process.kill(pids[0] ?? 0, 'SIGKILL');
    expect(await waitUntil(() => events.length === 1, 60_000)).toBe(true);

    await service.stop();
    await new Promise((resolve) => setTimeout(resolve, 600));

    expect(pids).toHaveLength(1);
  });
});
