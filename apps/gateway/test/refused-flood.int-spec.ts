import net from 'node:net';
import { createLogger } from '@wardstone/bootstrap';
import { Database } from '@wardstone/database';
import { startGateway } from './gateway-fixture';

const CONNECTIONS = 20;
const REQUESTS = 1_000;

/** Sends requests on one kept connection, without waiting for responses. @returns how many were refused by the limit */
async function flood(port: number, request: string, count: number): Promise<number> {
  const socket = net.connect(port, '127.0.0.1');
  let received = '';
  socket.setEncoding('latin1').on('data', (text: string) => (received += text));
  // A few at a time, because a server that still has to respond reads no more.
  for (let sent = 0; sent < count; sent += 50) {
    const expected = sent + 50;
    socket.write(request.repeat(50));
    while (received.split('HTTP/1.1 ').length - 1 < expected) {
      await new Promise((resolve) => socket.once('data', resolve));
    }
  }
  socket.destroy();
  return received.split('HTTP/1.1 429 ').length - 1;
}

it('refused anonymous requests leave a bounded number of events and bytes, however many they are', async () => {
  let logged = 0;
  const logger = createLogger('gateway', 'info', { write: (line) => (logged += line.length) });
  const fixture = await startGateway({}, undefined, logger);
  try {
    const head = `POST /auth/session?${'x'.repeat(1_900)} HTTP/1.1\r\nHost: localhost\r\n`;
    const body = '{"username":"no-such-name","password":"wrong"}';
    const request = `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const before = logged;
    const refused = await Promise.all(
      Array.from({ length: CONNECTIONS }, () => flood(fixture.port, request, REQUESTS)),
    );
    expect(refused.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(CONNECTIONS * REQUESTS - 1_300);
    fixture.gateway.server.closeAllConnections();
    const db = fixture.gateway.app.get(Database);
    const [stored] = await db.query<{ count: number; bytes: number }>(
      `SELECT count(*)::int AS count, sum(pg_column_size(e.*))::int AS bytes
         FROM audit_event e WHERE target LIKE '/auth/session%'`,
    );
    expect(stored!.count).toBeGreaterThan(50);
    expect(stored!.count).toBeLessThan(1_000);
    expect(stored!.bytes).toBeLessThan(1_000_000);
    expect(logged - before).toBeLessThan(2_000_000);
  } finally {
    await fixture.close();
  }
}, 120_000);
