import { wardstone } from '../../api/client';

/** Imports a resource, unless importing its platform or server has imported it already. */
export async function importResource({ resourceId }: { resourceId: number }): Promise<void> {
  const path = { id: resourceId };
  const present = await wardstone.get('/rest/resource/{id}', { path });
  if (present.status === 'COMMITTED') return;
  await wardstone.put('/rest/resource/{id}', { path, body: { ...present, status: 'COMMITTED' } });
}
