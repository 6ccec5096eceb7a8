import { AgentJobs } from '../agent-jobs.service';
import { MINUTE, NOW, useAgents } from './use-agents';

describe('old reports of agents', () => {
  const { api, name, givenMachine } = useAgents();
  const BATCH = 10_000;
  const DAY = 24 * 60 * MINUTE;
  const db = () => api.database;
  const purge = (run = new AbortController()) => api.service.app.get(AgentJobs, { strict: false }).purge(run);
  const givenReports = (count: number, receivedMs: number, prefix: string) =>
    db().query(
      `INSERT INTO agent_report (agent_name, report_id, answer, received_ms, kind)
       SELECT $1, $4 || i, '{}', $3, 'events' FROM generate_series(1, $2::int) AS i`,
      [name(), count, receivedMs, prefix],
    );
  const left = async (): Promise<number> =>
    (await db().query<{ count: number }>(`SELECT count(*)::int AS count FROM agent_report WHERE report_id ~ 'of-'`))[0]!
      .count;

  it('are deleted after a day, in statements of a limited size', async () => {
    await givenMachine();
    await givenReports(2 * BATCH + 500, NOW - DAY - 1, 'of-before-');
    await givenReports(3, NOW - DAY + MINUTE, 'of-today-');
    const stopped = new AbortController();
    stopped.abort();

    await purge(stopped);
    expect(await left()).toBe(2 * BATCH + 503);

    await purge();
    expect(await left()).toBe(3);
  });
});
