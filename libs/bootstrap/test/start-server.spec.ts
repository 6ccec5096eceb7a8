import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import { eventually, WORKSPACE } from '@wardstone/testing';

const GAP = 'The database has no schema yet.';

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  await once(server.close(), 'close');
  return port;
}

describe('a service that waits for its database', () => {
  it('is alive from the first moment, not ready, and ends at once on SIGTERM', async () => {
    const port = String(await freePort());
    const loader = path.join(WORKSPACE, 'tools/jest/load-sources.mjs');
    // Required, not run: see `load-sources.mjs`.
    const program = `require(${JSON.stringify(path.join(__dirname, 'starting-process.ts'))})`;
    const child = spawn(process.execPath, ['--import', loader, '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: port, DRAIN_SECONDS: '60', GAP },
    });
    let output = '';
    child.stdout.on('data', (text: Buffer) => (output += text.toString()));
    try {
      await eventually('the reason in the log', () => output.includes(GAP));
      for (const step of ['defining', 'looking']) expect(output).toContain(`${step}: 200\n`);
      const readyz = await fetch(`http://127.0.0.1:${port}/readyz`);
      expect([readyz.status, readyz.headers.get('retry-after'), await readyz.json()]).toEqual([
        503,
        '5',
        { status: 'not ready', checks: { database: 'failed' }, reasons: { database: GAP } },
      ]);
      child.kill('SIGTERM');
      // Without a handler the signal would end it, with no exit code. Process 1 of a container it would not end.
      expect(await once(child, 'exit')).toEqual([0, null]);
      expect(output).toContain('"msg":"stopping"');
    } finally {
      child.kill('SIGKILL');
    }
  });
});
