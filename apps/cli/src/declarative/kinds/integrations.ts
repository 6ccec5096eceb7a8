import type { Row } from '@wardstone/client';
import { type Kind } from '../kind';
import type { Installation } from '../installation';
import type { Found } from '../records';
import { bodyFields } from '../../openapi';
import { A_NAME } from './references';

type Integration = Row<'/rest/integration'>;

export const INTEGRATION_KIND: Kind = {
  kind: 'Integration',
  file: 'integrations',
  about:
    'A URL to which another system reports alerts. Documents do not contain the URL: create it in the console or by API',
  fields: () => {
    const { kind, mapping } = bodyFields('post', '/rest/integration');
    return { kind: kind!, mapping: mapping! };
  },
  required: ['kind'],
  nameSchema: { ...A_NAME, maxLength: 200 },
  // A different kind would need another address, which the sender does not know.
  fixed: ['kind'],
  async read({ client }, id) {
    if (id !== undefined) return [toFound(await client.get('/rest/integration/{id}', { path: { id } }))];
    const found: Found[] = [];
    for await (const row of client.rows('/rest/integration')) found.push(toFound(row));
    return found;
  },
  async create({ client }, { name }, spec) {
    const { kind, mapping } = spec as Pick<Integration, 'kind' | 'mapping'>;
    await client.post('/rest/integration', { body: { name, kind, ...(mapping && { mapping }) } });
  },
  async change({ client }, { id }, { mapping }) {
    await client.put('/rest/integration/{id}', { path: { id }, body: { mapping: mapping as Integration['mapping'] } });
  },
  remove: async ({ client }, { id }) => void (await client.delete('/rest/integration/{id}', { path: { id } })),
};

function toFound({ id, name, kind, mapping }: Integration): Found {
  return { id: String(id), name, spec: { kind, ...(mapping && { mapping }) } };
}

/** A new integration comes with alert definitions; the document's replaces the one with its name. */
export async function removeDefaultDefinition(at: Installation, resourceId: number, name: string): Promise<void> {
  const integrations = await at.all('Integration');
  if (!integrations.some(({ id }) => id === String(resourceId))) return;
  const rows = at.client.rows('/rest/alert/definitions', { query: { resourceId } });
  for await (const { id, name: known } of rows) {
    if (known === name) await at.client.delete('/rest/alert/definition/{id}', { path: { id } });
  }
}
