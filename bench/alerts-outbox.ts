import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { AlertInventory } from './alerts-data';

export interface OutboxFigures {
  notifications: number;
  perSecond: number;
  /** Number of received documents; equals the notifications when none was repeated. */
  arrived: number;
}

const SETTLED_WITHIN_MS = 120_000;

/** Puts `count` webhooks into the outbox, and waits until the running service has delivered them all. */
export async function benchOutbox(url: string, inventory: AlertInventory, count: number): Promise<OutboxFigures> {
  let arrived = 0;
  const sink = createServer((request, response) => {
    request.resume().on('end', () => {
      arrived++;
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
  const { port } = sink.address() as AddressInfo;
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      `WITH fired AS (
         INSERT INTO alert (alert_definition_id, resource_id, fired_ms, description, rules, occurrences)
         SELECT d.id, d.resource_id, $2, 'bench', '{"mode":"ANY","dampening":{},"conditions":[]}', '{}'
           FROM alert_definition d, generate_series(1, 10) WHERE d.id = ANY ($3::integer[]) LIMIT $1
         RETURNING id)
       INSERT INTO alert_notification_log (alert_id, sender_name, config)
       SELECT f.id, 'Webhook', jsonb_build_object('url', $4::text, 'secret', 'bench') FROM fired f`,
      [count, Date.now(), inventory.definitionIds.slice(0, Math.ceil(count / 10)), `http://127.0.0.1:${port}/`],
    );
    const start = performance.now();
    await client.query(
      `SELECT graphile_worker.add_job('alert.deliver', json_build_object('logId', l.id))
         FROM alert_notification_log l WHERE NOT l.is_settled ORDER BY l.id`,
    );
    for (const endMs = Date.now() + SETTLED_WITHIN_MS; ; await sleep(50)) {
      const { rows } = await client.query(`SELECT 1 FROM alert_notification_log WHERE NOT is_settled LIMIT 1`);
      if (rows.length === 0) break;
      if (Date.now() > endMs) throw new Error('the notifications are not delivered');
    }
    return { notifications: count, perSecond: (count * 1000) / (performance.now() - start), arrived };
  } finally {
    await client.end();
    sink.closeAllConnections();
    sink.close();
  }
}
