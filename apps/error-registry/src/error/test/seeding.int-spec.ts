import { ALL_ERROR_TYPES } from '@wardstone/errors';
import { ErrorQueries } from '../error.queries';
import { aCustomError, useRegistry } from './use-registry';

const registry = useRegistry();

const declared = (over: object = {}) => ({
  type: 'burnt_toast',
  service: 'gateway' as const,
  status: 503,
  description: 'Black.',
  causes: ['Heat.'],
  resolution: ['Scrape.'],
  example: null,
  since: '0.1.0',
  is_deprecated: false,
  is_custom: false,
  related: [],
  ...over,
});
const read = async (type: string) => (await registry.send('get', `/api/v1/error/${type}`)).body;

describe('seeding at start', () => {
  let queries: ErrorQueries;
  const restart = async (): Promise<void> => (await registry.startReplica()).close();

  beforeAll(() => {
    queries = new ErrorQueries(registry.database.database);
  });
  afterEach(restart);

  it('writes every type of the tables once, however many processes start', async () => {
    await Promise.all([restart(), restart(), restart(), restart()]);

    const [row] = await registry.database.query<{ count: number }>('SELECT count(*)::int AS count FROM error_type');
    expect(row?.count).toBe(ALL_ERROR_TYPES.length);
  });

  it('restores changed types, and deprecates missing ones until they return', async () => {
    await queries.seed([declared()]);
    expect(await read('not_found')).toMatchObject({ deprecated: true, status: 404 });
    expect(await read('burnt_toast')).toMatchObject({ deprecated: false, service: 'gateway' });

    await registry.database.query(`UPDATE error_type SET description = 'Wrong.' WHERE type = 'not_found'`);
    await restart();

    expect(await read('not_found')).toMatchObject({
      deprecated: false,
      description: 'Unknown address.',
    });
    expect(await read('burnt_toast')).toMatchObject({ deprecated: true, description: 'Black.' });
  });

  it('deletes an example that is missing from the table', async () => {
    await queries.seed([declared({ example: { request: 'a', response: 'b' } })]);
    expect((await read('burnt_toast')).example).toEqual({ request: 'a', response: 'b' });

    await queries.seed([declared()]);

    expect((await read('burnt_toast')).example).toBeUndefined();
  });

  it('never touches custom types and translations', async () => {
    const german = { description: 'Nichts.', causes: ['Weg.'], resolution: ['Suchen.'] };
    await registry.send('put', '/api/v1/error/own_toast', 'admin').send(aCustomError()).expect(201);
    await registry.send('put', '/api/v1/error/not_found/translations/de', 'admin').send(german).expect(201);
    const custom = await read('own_toast');

    expect(await queries.seed([declared({ type: 'own_toast', status: 404 })])).toEqual(['own_toast']);
    await restart();

    expect(await read('own_toast')).toEqual(custom);
    const { body } = await registry.send('get', '/api/v1/error/not_found').set('Accept-Language', 'de');
    expect(body).toMatchObject(german);
  });

  it('does not deadlock when different versions start together', async () => {
    const older = [declared(), declared({ type: 'cold_toast' })];
    const newer = [declared({ type: 'cold_toast' }), declared({ type: 'new_toast' })];

    await expect(
      Promise.all(Array.from({ length: 12 }, (_, index) => queries.seed(index % 2 === 0 ? older : newer))),
    ).resolves.toHaveLength(12);
  });
});
