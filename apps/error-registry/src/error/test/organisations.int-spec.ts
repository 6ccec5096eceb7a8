import { useRegistry } from './use-registry';

describe('callers of another organisation', () => {
  const { api } = useRegistry();

  it.each([
    ['get', '/api/v1/error/internal_error/occurrences'],
    ['post', '/api/v1/occurrences'],
    ['get', '/metrics'],
  ] as const)('are refused: %s %s', async (method, path) => {
    const { headers } = await api
      .as({ orgId: 'elsewhere', roles: ['admin'] })
      [method](path)
      .expect(403);
    expect(headers['x-error-type']).toBe('organisation_not_served');
  });

  it('do not include the gateway, which belongs to none', async () => {
    const gateway = { orgId: 'wardstone', roles: [], permissions: ['errors:report'] };
    const send = (subject: string) =>
      api
        .as({ ...gateway, subject })
        .post('/api/v1/occurrences')
        .send({ occurrences: [] });
    expect((await send('wardstone|gateway')).headers['x-error-type']).not.toBe('organisation_not_served');
    await send('wardstone|wardstone|gateway|2026').expect(403);
  });
});
