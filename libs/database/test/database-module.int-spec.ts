import { Test, type TestingModule } from '@nestjs/testing';
import { globalValues, Readiness, ServiceMetrics } from '@wardstone/bootstrap';
import { eventually, useDatabase } from '@wardstone/testing';
import { Database, DatabaseHealth, DatabaseModule, OrgDatabase } from '../src/database';
import { type Paged, Queries } from '../src/queries';
import { parameters } from '../src/transaction';
import { CreateWidget1700000000001 } from './widget.migration';

class NumberQueries extends Queries {
  list(from: number, offset: number, limit?: number): Promise<Paged<{ n: number }>> {
    const bound = parameters(from);
    const numbers = 'FROM generate_series($1::integer, 9) AS s (n)';
    return this.page(numbers, (cut) => `SELECT s.n ${numbers} ORDER BY s.n ${cut}`, bound, { offset, limit });
  }
}

describe('the database module', () => {
  const db = useDatabase({ name: 'database_lib', migrations: [CreateWidget1700000000001] });
  let app: TestingModule;

  const create = (hasOrgs: boolean) =>
    Test.createTestingModule({
      providers: [NumberQueries],
      imports: [
        globalValues(
          { provide: Readiness, useValue: new Readiness() },
          { provide: ServiceMetrics, useValue: new ServiceMetrics('module spec') },
        ),
        DatabaseModule.forRoot({ url: db.url, applicationName: 'module spec', poolSize: 3, hasOrgs }),
      ],
    })
      .compile()
      .then((module) => module.init());

  afterEach(() => app.close());

  it('offers the database with and without an organisation', async () => {
    app = await create(true);
    await app
      .get(OrgDatabase)
      .query('acme', "INSERT INTO widget (org_id, title) VALUES ('acme', 'anvil') ON CONFLICT DO NOTHING");

    expect(await app.get(OrgDatabase).query('acme', 'SELECT w.title FROM widget w')).toEqual([{ title: 'anvil' }]);
    expect(await app.get(Database).query('SELECT w.title FROM widget w')).toEqual([]);
  });

  it('is injected into queries, which read a page and count all', async () => {
    app = await create(false);
    const queries = app.get(NumberQueries);

    expect(await queries.list(5, 1, 2)).toEqual({ rows: [{ n: 6 }, { n: 7 }], total: 5 });
    expect(await queries.list(8, 0)).toEqual({ rows: [{ n: 8 }, { n: 9 }], total: 2 });
    expect(await queries.list(5, 7, 2)).toEqual({ rows: [], total: 5 });
  });

  it('reads the only value of a row, if any', async () => {
    app = await create(false);
    const database = app.get(Database);

    expect(await database.value<number>('SELECT 7 AS n')).toBe(7);
    expect(await database.value<number>('SELECT 7 WHERE false')).toBeUndefined();
  });

  it('counts its connections, idle and waiting ones separately', async () => {
    app = await create(true);
    const health = app.get(DatabaseHealth);
    await health.ping();
    const before = health.usage();
    let letEnd!: () => void;
    const mayEnd = new Promise<void>((resolve) => (letEnd = resolve));
    let running = 0;
    const busy = Array.from({ length: 5 }, () =>
      app.get(OrgDatabase).transaction('acme', async () => {
        running++;
        await mayEnd;
      }),
    );
    await eventually('three transactions', () => running === 3);

    // Three of five have a connection.
    expect(before).toEqual({ total: 1, idle: 1, waiting: 0 });
    expect(health.usage()).toEqual({ total: 3, idle: 0, waiting: 2 });
    letEnd();
    await Promise.all(busy);
  });

  it('has no OrgDatabase where there are no organisations', async () => {
    app = await create(false);

    expect(() => app.get(OrgDatabase)).toThrow(/could not find/i);
    expect(app.get(DatabaseHealth).usage()).toEqual({ total: 1, idle: 1, waiting: 0 });
  });

  it('closes all connections when it stops', async () => {
    app = await create(true);
    await app.get(OrgDatabase).query('acme', 'SELECT 1');
    await app.close();

    const sessions = "SELECT a.pid FROM pg_stat_activity a WHERE a.application_name LIKE 'module spec%'";
    await eventually('the end of its sessions', async () => (await db.query(sessions)).length === 0);
  });
});
