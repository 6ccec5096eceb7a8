import { useDatabase } from '@wardstone/testing';
import { retryOnDeadlock, type Transaction } from '../src/transaction';
import { CreateWidget1700000000001 } from './widget.migration';

const INSERT = "INSERT INTO widget (org_id, title) VALUES ('acme', $1)";

describe('a savepoint', () => {
  const db = useDatabase({ name: 'database_lib', migrations: [CreateWidget1700000000001] });

  const titles = async () =>
    (await db.asOrg('acme').query<{ title: string }>('SELECT w.title FROM widget w ORDER BY w.title')).map(
      ({ title }) => title,
    );
  const write = (work: (tx: Transaction) => Promise<void>) => db.orgDatabase.transaction('acme', work);
  const lock = (tx: Transaction, key: number) => tx.query('SELECT pg_advisory_xact_lock($1)', [key]);

  beforeEach(() => db.asOrg('acme').query('DELETE FROM widget'));

  it('is committed with the transaction', async () => {
    await write(async (tx) => {
      await tx.query(INSERT, ['before']);
      await tx.savepoint(() => tx.query(INSERT, ['work']));
    });
    expect(await titles()).toEqual(['before', 'work']);
  });

  it('is rolled back on its own when it fails', async () => {
    await write(async (tx) => {
      await tx.query(INSERT, ['before']);
      const failing = tx.savepoint(async () => {
        await tx.query(INSERT, ['work']);
        await tx.query('SELECT nonsense');
      });
      await expect(failing).rejects.toThrow('nonsense');
      await tx.query(INSERT, ['behind']);
    });
    expect(await titles()).toEqual(['before', 'behind']);
  });

  it('is retried after a deadlock, and both results are kept', async () => {
    let arrived = 0;
    let meet: () => void = () => undefined;
    const met = new Promise<void>((resolve) => (meet = resolve));
    const attempts: string[] = [];
    const circle = (name: string, first: number, second: number) =>
      write(async (tx) => {
        await tx.query(INSERT, [`before ${name}`]);
        await retryOnDeadlock(tx, async () => {
          attempts.push(name);
          await lock(tx, first);
          if (++arrived === 2) meet();
          await met;
          await lock(tx, second);
          await tx.query(INSERT, [name]);
        });
      });
    await Promise.all([circle('a', 1, 2), circle('b', 2, 1)]);
    expect(await titles()).toEqual(['a', 'b', 'before a', 'before b']);
    expect(attempts.length).toBeGreaterThan(2);
  });

  it('fails permanently for any other reason', async () => {
    let attempts = 0;
    const failing = write((tx) =>
      retryOnDeadlock(tx, () => {
        attempts++;
        throw new Error('no');
      }),
    );
    await expect(failing).rejects.toThrow('no');
    expect(attempts).toBe(1);
  });
});
