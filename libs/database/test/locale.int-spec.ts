import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { WrongLocale } from '../src/locale';
import { runMigrations } from '../src/run-migrations';
import { CreateWidget1700000000001 } from './widget.migration';

describe('the locale of a database', () => {
  const RIGHT = "TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C' LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8'";
  const WRONG = "TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C' LOCALE_PROVIDER libc";
  const made: string[] = [];
  const serverUrl = (): string => process.env['TEST_DATABASE_URL']!;

  const onServer = async (statement: string, url = serverUrl()): Promise<unknown[]> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(statement)).rows as unknown[];
    } finally {
      await client.end();
    }
  };
  const givenDatabase = async (properties: string): Promise<string> => {
    const name = `locale_${randomBytes(6).toString('hex')}`;
    await onServer(`CREATE DATABASE ${name} ${properties}`);
    made.push(name);
    const url = new URL(serverUrl());
    url.pathname = `/${name}`;
    return url.href;
  };
  const migrate = async (url: string): Promise<{ ran: string[]; warnings: string[] }> => {
    const warnings: string[] = [];
    const options = { url, applicationName: 'spec', migrations: [CreateWidget1700000000001] };
    const ran = await runMigrations(options, (warning) => warnings.push(warning));
    return { ran, warnings };
  };

  afterAll(async () => {
    for (const name of made) await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
  });

  it('is accepted as the guides create it', async () => {
    expect(await migrate(await givenDatabase(RIGHT))).toEqual({ ran: ['CreateWidget1700000000001'], warnings: [] });
  });

  it('is refused before an empty database is changed, with the right statement', async () => {
    const url = await givenDatabase(WRONG);

    const refused = migrate(url);

    await expect(refused).rejects.toThrow(WrongLocale);
    await expect(refused).rejects.toThrow(
      /libc C, not builtin C\.UTF-8\. Create it again: CREATE DATABASE locale_\w+ OWNER/,
    );
    expect(await onServer("SELECT to_regclass('migration') AS made, to_regclass('widget') AS widget", url)).toEqual([
      { made: null, widget: null },
    ]);
  });

  it('is a warning for a database that is in use', async () => {
    const url = await givenDatabase(WRONG);
    await onServer(
      'CREATE TABLE migration (id serial PRIMARY KEY, timestamp bigint NOT NULL, name varchar NOT NULL)',
      url,
    );

    const { ran, warnings } = await migrate(url);

    expect(ran).toEqual(['CreateWidget1700000000001']);
    expect(warnings).toEqual([expect.stringMatching(/libc C, not builtin C\.UTF-8: searches may/)]);
  });
});
