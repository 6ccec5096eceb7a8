import { setTimeout as sleep } from 'node:timers/promises';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { useDatabase } from '@wardstone/testing';
import { from as copyFrom } from 'pg-copy-streams';
import { transaction, type Transaction } from '../src/transaction';
import { openOrgs } from './open-orgs';
import { CreateWidget1700000000001 } from './widget.migration';

const INSERT = "INSERT INTO widget (org_id, title) VALUES ('acme', $1) RETURNING id";

describe('a transaction', () => {
  const db = useDatabase({ name: 'database_lib', migrations: [CreateWidget1700000000001] });

  const count = async () => (await db.asOrg('acme').query('SELECT w.id FROM widget w')).length;

  beforeEach(() => db.asOrg('acme').query('DELETE FROM widget'));

  it('keeps the results of its work', async () => {
    await db.orgDatabase.transaction('acme', async (tx) => {
      await tx.query(INSERT, ['one']);
      await tx.query(INSERT, ['two']);
    });

    expect(await count()).toBe(2);
  });

  it('rolls back failed work', async () => {
    const failing = db.orgDatabase.transaction('acme', async (tx) => {
      await tx.query(INSERT, ['one']);
      throw new Error('no');
    });

    await expect(failing).rejects.toThrow('no');
    expect(await count()).toBe(0);
  });

  it('calls its callbacks after the commit, and none of those rolled back', async () => {
    const notifications: string[] = [];
    const inOne = (name: string, work: (tx: Transaction) => Promise<void>): Promise<void> =>
      db.orgDatabase.transaction('acme', async (tx) => {
        tx.onCommit(() => notifications.push(name));
        await work(tx);
        expect(notifications).not.toContain(name);
      });
    await inOne('kept', async (tx) => {
      await tx.savepoint(() => Promise.resolve(tx.onCommit(() => notifications.push('savepoint'))));
      const failing = tx.savepoint(async () => {
        tx.onCommit(() => notifications.push('failed savepoint'));
        await tx.query('SELECT nonsense');
      });
      await expect(failing).rejects.toThrow('nonsense');
    });
    const failing = inOne('failed', () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    const hiding = inOne('failed at its end', async (tx) => {
      await tx.query('SELECT nonsense').catch(() => undefined);
    });
    await expect(hiding).rejects.toThrow(/rolled back/);

    expect(notifications).toEqual(['kept', 'savepoint']);
  });

  it('fails when its work hid the failure of a statement', async () => {
    const hiding = db.orgDatabase.transaction('acme', async (tx) => {
      await tx.query(INSERT, ['one']);
      await tx.query('SELECT nonsense').catch(() => undefined);
    });

    await expect(hiding).rejects.toThrow(/rolled back/);
    expect(await count()).toBe(0);
  });

  it('fails when a statement without await failed before the end', async () => {
    const careless = db.orgDatabase.transaction('acme', async (tx) => {
      await tx.query(INSERT, ['one']);
      tx.query('SELECT nonsense').catch(() => undefined);
    });

    await expect(careless).rejects.toThrow(/rolled back/);
    expect(await count()).toBe(0);
  });

  it('of TypeORM itself fails when its work hid the failure of a statement', async () => {
    const hiding = db.dataSource.transaction(async (manager) => {
      await manager.query('CREATE TABLE kept (id integer)');
      await manager.query('SELECT nonsense').catch(() => undefined);
    });

    await expect(hiding).rejects.toThrow(/rolled back/);
    expect(await db.query("SELECT to_regclass('kept')::text AS name")).toEqual([{ name: null }]);
  });

  it('cannot be used once it has ended', async () => {
    let kept: Transaction | undefined;
    await db.orgDatabase.transaction('acme', (tx) => Promise.resolve((kept = tx)));

    await expect(kept?.query(INSERT, ['late'])).rejects.toThrow('the transaction has ended');
    expect(() => kept?.client).toThrow('the transaction has ended');
    expect(() => kept?.manager).toThrow('the transaction has ended');
  });

  it('lends its connection for COPY', async () => {
    await db.orgDatabase.transaction('acme', async (tx) => {
      await tx.query('CREATE TEMPORARY TABLE incoming (title text) ON COMMIT DROP');
      const titles = Readable.from(['one\n', 'two\n', 'three\n']);
      await pipeline(titles, tx.client.query(copyFrom('COPY incoming (title) FROM STDIN')));
      await tx.query("INSERT INTO widget (org_id, title) SELECT 'acme', i.title FROM incoming i");
    });

    expect(await count()).toBe(3);
  });

  it('fails, and leaves the process and the pool alive, when its connection is cut between two statements', async () => {
    const cut = transaction(db.dataSource, async (tx) => {
      const [session] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await db.query('SELECT pg_terminate_backend($1)', [session?.pid]);
      await sleep(100);
      await tx.query('SELECT 1');
    });

    await expect(cut).rejects.toThrow();
    expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('fails as unavailable when no connection becomes free in time', async () => {
    const { orgs: tiny, close } = await openOrgs(db.url, { acquireTimeoutMs: 1_000 });

    await tiny.transaction('acme', async () => {
      await expect(tiny.query('acme', 'SELECT 1')).rejects.toThrow('timeout exceeded when trying to connect');
    });
    await close();
  });

  it('is cancelled by the server when a statement takes too long', async () => {
    const { orgs: hurried, close } = await openOrgs(db.url, { statementTimeoutMs: 50 });

    await expect(hurried.query('acme', 'SELECT pg_sleep(5)')).rejects.toMatchObject({ code: '57014' });
    await close();
  });

  it('reads integers of 64 bits as numbers, alone and in arrays', async () => {
    const rows = await db.query(
      "SELECT 1700000000000::bigint AS ms, '{1,NULL,3}'::bigint[] AS many, '{}'::bigint[] AS none",
    );

    expect(rows).toEqual([{ ms: 1_700_000_000_000, many: [1, null, 3], none: [] }]);
  });

  describe('that deadlocks with another one', () => {
    /** Both lock one row, wait for each other, and lock the other's. Returns how often work ran. */
    async function collide(options?: { once: boolean }): Promise<{ runs: number; settled: string[] }> {
      await db.asOrg('acme').query(INSERT, ['a']);
      await db.asOrg('acme').query(INSERT, ['b']);
      let runs = 0;
      const arrived = [0, 0];
      const lock = (tx: Transaction, title: string) =>
        tx.query(`UPDATE widget SET title = title WHERE title = $1`, [title]);
      const work = async (first: string, then: string, index: number) => {
        const run = async (tx: Transaction): Promise<void> => {
          runs++;
          await tx.query(`SELECT set_config('app.org_id', 'acme', true)`);
          await lock(tx, first);
          arrived[index]!++;
          while (arrived[0] === 0 || arrived[1] === 0) await sleep(5);
          await lock(tx, then);
        };
        return options ? transaction(db.dataSource, run, options) : db.orgDatabase.transaction('acme', run);
      };
      const results = await Promise.allSettled([work('a', 'b', 0), work('b', 'a', 1)]);
      return { runs, settled: results.map(({ status }) => status).sort() };
    }

    it('runs again', async () => {
      expect(await collide()).toEqual({ runs: 3, settled: ['fulfilled', 'fulfilled'] });
    });

    it('fails when it may run once only', async () => {
      expect(await collide({ once: true })).toEqual({ runs: 2, settled: ['fulfilled', 'rejected'] });
    });
  });
});
