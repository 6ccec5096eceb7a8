import { useDatabase } from '@wardstone/testing';
import { Client } from 'pg';
import { enableOrgIsolation } from '../src/org-isolation';
import { type OpenOrgs, openOrgs } from './open-orgs';
import { CreateWidget1700000000001 } from './widget.migration';

interface Widget {
  org_id: string;
  title: string;
}

const ALL = 'SELECT w.org_id, w.title FROM widget w ORDER BY w.title';

describe('isolation of organisations', () => {
  const db = useDatabase({ name: 'database_lib', migrations: [CreateWidget1700000000001] });

  const add = (orgId: string, title: string) =>
    db.asOrg(orgId).query('INSERT INTO widget (org_id, title) VALUES ($1, $2)', [orgId, title]);
  const titles = async (orgId: string) => (await db.orgDatabase.query<Widget>(orgId, ALL)).map(({ title }) => title);

  beforeAll(async () => {
    await add('acme', 'anvil');
    await add('acme', 'rocket');
    await add('umbrella', 'vial');
  });

  it('shows an organisation only its own rows for a statement without a condition', async () => {
    expect(await titles('acme')).toEqual(['anvil', 'rocket']);
    expect(await titles('umbrella')).toEqual(['vial']);
  });

  it('shows nothing, and fails on nothing, when no organisation was ever set', async () => {
    const client = new Client({ connectionString: db.url });
    await client.connect();
    const { rows } = await client.query(ALL);
    await client.end();

    expect(rows).toEqual([]);
  });

  it('shows nothing when the organisation is empty', async () => {
    expect(await titles('')).toEqual([]);
  });

  it('shows nothing outside any organisation, even to the owner of the table', async () => {
    expect(await db.query(ALL)).toEqual([]);
    expect(await db.query('SELECT w.title FROM widget w WHERE w.org_id = $1', ['acme'])).toEqual([]);
  });

  it('refuses to write a row of another organisation', async () => {
    const write = db.asOrg('acme').query("INSERT INTO widget (org_id, title) VALUES ('umbrella', 'trojan')");

    await expect(write).rejects.toThrow(/row-level security/);
  });

  it('refuses to move a row to another organisation, and neither changes nor removes the rows of others', async () => {
    const acme = db.asOrg('acme');

    await expect(acme.query("UPDATE widget SET org_id = 'umbrella'")).rejects.toThrow(/row-level security/);
    expect(await acme.query("UPDATE widget SET title = 'mine' WHERE org_id = 'umbrella' RETURNING id")).toEqual([]);
    expect(await acme.query("DELETE FROM widget WHERE org_id = 'umbrella' RETURNING id")).toEqual([]);
    expect(await titles('umbrella')).toEqual(['vial']);
  });

  it('switches one connection between organisations', async () => {
    const { orgs: single, close } = await openOrgs(db.url);
    const seen: string[][] = [];
    for (const orgId of ['acme', 'umbrella', 'acme', 'acme', '', 'umbrella']) {
      seen.push((await single.query<Widget>(orgId, ALL)).map(({ org_id }) => org_id));
    }
    await close();

    expect(seen).toEqual([['acme', 'acme'], ['umbrella'], ['acme', 'acme'], ['acme', 'acme'], [], ['umbrella']]);
  });

  it('keeps the organisation right after a transaction of another one was rolled back', async () => {
    const { orgs: single, close } = await openOrgs(db.url);
    await single.query('acme', 'SELECT 1');
    await single.transaction('umbrella', () => Promise.reject(new Error('changed my mind'))).catch(() => undefined);
    const umbrella = await single.query<Widget>('umbrella', ALL);
    const acme = await single.query<Widget>('acme', ALL);
    await close();

    expect(umbrella.map(({ org_id }) => org_id)).toEqual(['umbrella']);
    expect(acme.map(({ org_id }) => org_id)).toEqual(['acme', 'acme']);
  });

  it('keeps the organisation right after a transaction changed the setting through the raw connection', async () => {
    const { orgs: single, close } = await openOrgs(db.url);
    await single.transaction('acme', async ({ client }) => {
      await client.query("SELECT set_config('app.org_id', 'umbrella', false)");
    });
    const seen = await single.query<Widget>('acme', ALL);
    await close();

    expect(seen.map(({ org_id }) => org_id)).toEqual(['acme', 'acme']);
  });

  it('never mixes organisations that use a small pool at the same time', async () => {
    const orgs = Array.from({ length: 7 }, (_, i) => `tenant-${i}`);
    const { orgs: small, outside, close } = await openOrgs(db.url, { poolSize: 3, acquireTimeoutMs: 20_000 });
    for (const orgId of orgs) {
      await small.query(orgId, 'INSERT INTO widget (org_id, title) VALUES ($1, $1)', [orgId]);
    }
    const rounds = Array.from({ length: 400 }, (_, i) => ({ orgId: orgs[(i * 5) % 7] ?? '', kind: i % 4 }));

    const seen = await Promise.all(
      rounds.map(async ({ orgId, kind }) => {
        if (kind === 0) return small.query<Widget>(orgId, `${ALL.replace('SELECT', 'SELECT pg_sleep(0.002),')}`);
        if (kind === 3) return outside.query<Widget>(ALL);
        return small
          .transaction(orgId, async (tx) => {
            const rows = await tx.query<Widget>(ALL);
            if (kind === 2) throw Object.assign(new Error('rolled back'), { rows });
            return rows;
          })
          .catch((error: { rows: Widget[] }) => error.rows);
      }),
    );
    await close();

    expect(seen.map((rows) => rows.map(({ org_id }) => org_id))).toEqual(
      rounds.map(({ orgId, kind }) => (kind === 3 ? [] : [orgId])),
    );
  });

  it('costs no extra round trip while a connection serves the same organisation, or none', async () => {
    const { orgs: single, outside, close } = await openOrgs(db.url);
    const sent = jest.spyOn(Client.prototype, 'query');
    await single.query('acme', 'SELECT 1');
    await single.query('acme', 'SELECT 2');
    await single.transaction('acme', (tx) => tx.query('SELECT 3'));
    await single.query('umbrella', 'SELECT 4');
    await outside.query('SELECT 5');
    await outside.query('SELECT 6');
    const statements = sent.mock.calls.map(([statement]) => (statement as { text?: string }).text ?? statement);
    sent.mockRestore();
    await close();

    const setting = 'SELECT set_config($1, $2, false)';
    expect(statements).toEqual([
      setting,
      'SELECT 1',
      'SELECT 2',
      'START TRANSACTION',
      'SELECT 3',
      'COMMIT',
      setting,
      'SELECT 4',
      setting,
      'SELECT 5',
      'SELECT 6',
    ]);
  });

  describe('on a connection that has just served one', () => {
    let open: OpenOrgs;
    beforeEach(async () => {
      open = await openOrgs(db.url);
      expect(await open.orgs.query('acme', ALL)).toHaveLength(2);
    });
    afterEach(() => open.close());

    it.each<[string, () => Promise<unknown[]>]>([
      ['a statement', () => open.outside.query(ALL)],
      ['a statement that is sent often', () => open.outside.queryOften(ALL)],
      ['a prepared statement', () => open.outside.queryPrepared('all_widgets', ALL)],
      ['a transaction', () => open.outside.transaction((tx) => tx.query(ALL))],
      ['a manager', () => open.outside.transaction((tx) => tx.manager.query(ALL))],
      ['the data source of TypeORM', () => open.dataSource.query(ALL)],
      ['a manager of TypeORM', () => open.dataSource.transaction((manager) => manager.query<unknown[]>(ALL))],
      ['a query builder', () => open.dataSource.createQueryBuilder().select('*').from('widget', 'w').getRawMany()],
      ['the pool', async () => (await open.pool.query(ALL)).rows],
      [
        'a connection of the pool',
        async () => {
          const client = await open.pool.connect();
          try {
            return (await client.query(ALL)).rows;
          } finally {
            client.release();
          }
        },
      ],
    ])('shows nothing to %s outside organisations', async (_, read) => {
      expect(await read()).toEqual([]);
      expect(await open.orgs.query('umbrella', ALL)).toHaveLength(1);
    });

    it('shows an organisation its own rows in a transaction, by every way', async () => {
      const seen = await open.orgs.transaction('umbrella', async (tx) => [
        await tx.query(ALL),
        await tx.manager.query<unknown[]>(ALL),
        (await tx.client.query(ALL)).rows,
      ]);

      expect(seen.map((rows) => rows.length)).toEqual([1, 1, 1]);
    });

    it('shows each organisation its own rows by a statement that is prepared in transactions', async () => {
      const count = async (org: string): Promise<number> =>
        (await open.orgs.transaction(org, (tx) => tx.queryPrepared(ALL))).length;
      const counts: number[] = [];
      for (let turn = 0; turn < 4; turn++) counts.push(await count('acme'), await count('umbrella'));
      const names = await open.orgs.transaction('acme', (tx) =>
        tx.query('SELECT p.statement FROM pg_prepared_statements p WHERE p.statement = $1', [ALL]),
      );

      expect(counts).toEqual([2, 1, 2, 1, 2, 1, 2, 1]);
      expect(names).toHaveLength(1);
    });

    it('shows nothing outside after a transaction outside chose an organisation through the raw connection', async () => {
      await open.outside.transaction(async ({ client }) => {
        await client.query("SELECT set_config('app.org_id', 'umbrella', false)");
      });

      expect(await open.outside.query(ALL)).toEqual([]);
    });

    it('shows nothing of it when setting the next one fails', async () => {
      await expect(open.orgs.query('um\0brella', ALL)).rejects.toMatchObject({ code: '22021' });
      await expect(open.orgs.transaction('um\0brella', (tx) => tx.query(ALL))).rejects.toMatchObject({ code: '22021' });

      expect(await open.outside.query(ALL)).toEqual([]);
      expect(open.pool.totalCount).toBe(1);
    });
  });

  it('refuses to start with a role that is exempt from row-level security', async () => {
    await expect(openOrgs(process.env['TEST_DATABASE_URL'] ?? '')).rejects.toThrow(/exempt from row-level security/);
  });

  it('finds the rows of an organisation through an index', async () => {
    const plan = await db.orgDatabase.transaction('acme', async (tx) => {
      await tx.query('SET LOCAL enable_seqscan = off');
      return tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${ALL}`);
    });

    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toMatch(/Index Cond: \(org_id = /);
  });

  it('makes SQL from plain names only', () => {
    expect(() => enableOrgIsolation('widget; DROP TABLE widget')).toThrow(/not a plain SQL name/);
  });
});
