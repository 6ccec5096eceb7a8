import { aDefinition, aList, aMap, aSimple } from '../../../../../libs/plugin-descriptor/test/property.builder';
import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { PUBLIC_URL, useMonitoring } from '../../test/use-monitoring';

const SECRET = aSimple('password', { type: 'PASSWORD', displayName: 'Password', isRequired: false });

describe('GET /rest/resource/{id}/configuration', () => {
  const api = useMonitoring();
  const viewer = () => api.as({ roles: ['viewer'] });
  const givenConfigured = async (values: object) => {
    const type = await givenType(api.database, {
      plugin_configuration: aDefinition(
        aSimple('url', { displayName: 'Address', description: 'Where it listens' }),
        SECRET,
        aList('logins', { member: aMap('login', { members: [SECRET] }), isRequired: false }),
      ),
    });
    return givenResource(api.database, { type, plugin_configuration: values });
  };

  it('returns stored values with declared types, secrets masked at any depth', async () => {
    const { id } = await givenConfigured({
      url: 'http://gw:8080',
      password: 'hunter2',
      logins: [{ user: 'ann', password: 'hunter3' }],
      undeclared: 'kept',
    });
    await api.database.query(
      `UPDATE resource SET version = '10.2', resource_configuration = '{"threads": "8"}' WHERE id = $1`,
      [id],
    );

    const { body } = await api.get(`/rest/resource/${id}/configuration`).expect(200);

    expect(body).toEqual({
      resourceId: id,
      version: '10.2',
      pluginConfigProperties: [
        { name: 'url', displayName: 'Address', description: 'Where it listens', type: 'STRING', required: true },
        { name: 'password', displayName: 'Password', description: null, type: 'PASSWORD', required: false },
        { name: 'logins', displayName: 'logins', description: null, type: 'LIST', required: false },
      ],
      pluginConfig: {
        url: 'http://gw:8080',
        password: '********',
        logins: [{ user: 'ann', password: '********' }],
        undeclared: 'kept',
      },
      resourceConfigProperties: [],
      resourceConfig: { threads: '8' },
      links: [{ resource: { href: `${PUBLIC_URL}/rest/resource/${id}` } }],
    });
  });

  it('is empty where nothing is declared and stored', async () => {
    const { id } = await givenResource(api.database);
    const { body } = await api.get(`/rest/resource/${id}/configuration`).expect(200);
    expect(body).toMatchObject({ version: null, pluginConfigProperties: [], pluginConfig: {}, resourceConfig: {} });
  });

  it('requires CONFIGURE_READ on a resource that the caller sees', async () => {
    const [seen, hidden] = [await givenConfigured({}), await givenConfigured({})];
    await givenGroup(api.database, { members: [seen], roles: ['viewer'] });
    await viewer().get(`/rest/resource/${seen.id}/configuration`).expect(200);
    await viewer().get(`/rest/resource/${hidden.id}/configuration`).expect(403);
    const { headers } = await api
      .as({ roles: ['viewer'], permissions: [] })
      .get(`/rest/resource/${seen.id}/configuration`)
      .expect(403);
    expect(headers['x-error-type']).toBe('resource_forbidden');
    await api.get('/rest/resource/42/configuration').expect(404);
  });
});
