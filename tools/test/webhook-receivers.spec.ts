import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { eventually, isOnPath, itWhere } from '@wardstone/testing';
import { workspaceRoot } from '../workspace';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BODY = JSON.stringify({ type: 'alert.test', summary: 'Test: [HIGH] größer' });
const PLACE = '127.0.0.1';

interface Receiver {
  readonly file: string;
  /** Program that the file needs and that not every machine has. */
  readonly program?: string;
  /** The command that runs the file. */
  command: (file: string) => readonly [string, ...string[]];
}

const RECEIVERS: readonly Receiver[] = [
  { file: 'receiver.py', program: 'python3', command: (file) => ['python3', file] },
  { file: 'receiver.mjs', command: (file) => [process.execPath, file] },
  {
    file: 'receiver.go',
    program: 'go',
    command: (file) => {
      const built = `${file}.bin`;
      execFileSync('go', ['build', '-o', built, file]);
      return [built];
    },
  },
];

const FOLDER = path.join(workspaceRoot(), 'docs', 'webhooks');

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, PLACE);
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  await once(server.close(), 'close');
  return port;
}

/** Headers as Standard Webhooks has them. */
function signed({ age = 0, id = 'n-1', body = BODY } = {}): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000) - age);
  const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

/** Sends half of a body, and disconnects. */
async function leaveInTheMiddle(port: number): Promise<void> {
  const socket = net.connect(port, PLACE);
  await once(socket, 'connect');
  socket.write(`POST / HTTP/1.1\r\nHost: ${PLACE}\r\nContent-Length: 100\r\n\r\n{`);
  socket.destroySoon();
  await once(socket, 'close');
}

describe('the receivers of docs/webhooks', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'receivers-'));
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  for (const { file, program, command } of RECEIVERS) {
    const run = program === undefined ? it : itWhere(isOnPath(program), `no ${program}`);
    run(`accept genuine requests and survive all others: ${file}`, async () => {
      const port = await freePort();
      const place = path.join(folder, file);
      fs.writeFileSync(place, fs.readFileSync(path.join(FOLDER, file), 'utf8').replace('9000', String(port)));
      const [executable, ...args] = command(place);
      for (const secret of ['', 'whsec_']) {
        const env = { PATH: process.env['PATH'], WEBHOOK_SECRET: secret };
        const { status, stderr } = spawnSync(executable, args, { env, encoding: 'utf8', timeout: 20_000 });
        expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('WEBHOOK_SECRET is not set') });
      }
      const child = spawn(executable, args, {
        env: { PATH: process.env['PATH'], WEBHOOK_SECRET: SECRET },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (text: Buffer) => (output += text.toString()));
      }
      const post = async (headers: Record<string, string>, body = BODY): Promise<number> =>
        (await fetch(`http://${PLACE}:${port}/`, { method: 'POST', headers, body })).status;
      try {
        await eventually('the receiver', () => post({}).then((status) => status === 401));

        const genuine = signed();
        const odd = `v1,${'A'.repeat(43)}\u00e9`;
        expect({
          tampered: await post(genuine, BODY.replace('HIGH', 'LOW')),
          otherId: await post({ ...genuine, 'webhook-id': 'n-2' }),
          old: await post(signed({ age: 301 })),
          early: await post(signed({ age: -310 })),
          unsigned: await post({ ...genuine, 'webhook-signature': '' }),
          // It has as many characters as a signature, but more bytes.
          odd: await post({ ...genuine, 'webhook-signature': odd }),
          noTime: await post({ ...genuine, 'webhook-timestamp': 'soon' }),
        }).toEqual({ tampered: 401, otherId: 401, old: 401, early: 401, unsigned: 401, odd: 401, noTime: 401 });
        expect(output).not.toContain('alert.test');

        await leaveInTheMiddle(port);
        const text = 'no JSON';
        expect(await post(signed({ body: text }), text)).toBe(400);
        expect(await post(genuine)).toBe(204);
        await eventually('its line', () => output.includes('alert.test Test: [HIGH] größer'));
      } finally {
        const end = once(child, 'exit');
        if (child.exitCode === null && child.signalCode === null) {
          child.kill();
          await end;
        }
      }
    });
  }
});
