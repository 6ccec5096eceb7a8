import type { TestMonitoring } from '../use-monitoring';
import type { ReadAddresses, Writes } from './fixture-requests';

const MAPPING = { key: '/id', title: '/text', resolvedWords: ['done', 'a<b'] };
let integrations = 0;

/** With an alert of all parts, and a request that was refused. */
async function givenIntegration(api: TestMonitoring): Promise<number> {
  const sent = {
    name: `a<b ${++integrations}`,
    kind: 'JSON',
    mapping: { ...MAPPING, host: '/host', value: '/value', link: '/link' },
  };
  const { body } = await api.post('/rest/integration').send(sent).expect(201);
  const { id, address } = body as { id: number; address: string };
  const alert = { id: '1', text: 'a<b', host: 'web-1', value: 5, link: 'https://example.test/?a=1&b=2' };
  await api.anonymous.post(new URL(address).pathname).send(alert).expect(200);
  await api.anonymous.post(new URL(address).pathname).send({}).expect(400);
  return id;
}

export async function givenIntegrationReads(api: TestMonitoring): Promise<ReadAddresses> {
  const integration = await givenIntegration(api);
  return {
    listIntegrations: '/rest/integration',
    getIntegration: `/rest/integration/${integration}`,
    listExternalAlerts: `/rest/integration/${integration}/alerts`,
    listIntegrationRequests: `/rest/integration/${integration}/requests`,
  };
}

export function givenIntegrationWrites(api: TestMonitoring): Writes {
  return {
    createIntegration: {
      status: 201,
      request: () => {
        const name = `written ${++integrations}`;
        return {
          path: '/rest/integration',
          json: { name, kind: 'JSON', mapping: MAPPING },
          xml: `<integration><name>${name}</name><kind>JSON</kind><mapping><key>/id</key></mapping></integration>`,
        };
      },
    },
    updateIntegration: {
      status: 200,
      request: async () => ({
        path: `/rest/integration/${await givenIntegration(api)}`,
        json: { mapping: MAPPING },
        xml: '<integration><mapping><key>/id</key></mapping></integration>',
      }),
    },
    renewIntegrationAddress: {
      status: 200,
      request: async () => ({ path: `/rest/integration/${await givenIntegration(api)}/address` }),
    },
    deleteIntegration: {
      status: 204,
      request: async () => ({ path: `/rest/integration/${await givenIntegration(api)}` }),
    },
  };
}
