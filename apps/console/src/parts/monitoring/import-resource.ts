import { wardstone } from '../../api/client';

/** With a platform or server some of its parts are imported, which may have been chosen too. */
export async function importResource({ resourceId }: { resourceId: number }): Promise<void> {
  const path = { id: resourceId };
  const present = await wardstone.get('/rest/resource/{id}', { path });
  if (present.status === 'COMMITTED') return;
  await wardstone.put('/rest/resource/{id}', { path, body: { ...present, status: 'COMMITTED' } });
}
