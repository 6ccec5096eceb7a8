import { resolveParts } from '@wardstone/bootstrap';
import { useMonitoring } from '../use-monitoring';

const MATRIX_MS = 120_000;
const METHODS = ['get', 'post', 'put', 'delete'] as const;

interface Request {
  id: string;
  method: (typeof METHODS)[number];
  path: string;
  validates: boolean;
}

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; schema?: { type?: string } }[];
}

/** They are refused for missing records, with or without validate. */
const STRICT_DELETES = ['deletePlugin', 'removeGroupMember', 'untieGroupRole'];
/** Their number is a time, not an id. */
const WITHOUT_IDS = ['timeStamp'];

describe('negative ids', () => {
  const api = useMonitoring();

  /** Every operation with a numeric id in its path, that id being -42 and -2147483648. */
  const requests = async (): Promise<Request[]> => {
    const { body } = await api.anonymous.get('/openapi.json').expect(200);
    const { paths } = resolveParts(body as { paths: Record<string, Record<string, Operation>> });
    return Object.entries(paths).flatMap(([template, operations]) =>
      METHODS.flatMap((method) => {
        const operation = operations[method];
        const ids = (operation?.parameters ?? [])
          .filter((parameter) => parameter.in === 'path' && parameter.schema?.type === 'integer')
          .map(({ name }) => name)
          .filter((name) => !WITHOUT_IDS.includes(name));
        if (!operation || ids.length === 0) return [];
        return ['-42', '-2147483648'].map((number) => ({
          id: operation.operationId,
          method,
          validates: operation.parameters!.some(({ name }) => name === 'validate'),
          path: template.replace(/\{(\w+)\}/g, (_, name: string) => {
            if (ids.includes(name)) return number;
            if (name === 'login') return 'ann';
            return WITHOUT_IDS.includes(name) ? String(api.clock.now()) : 'viewer';
          }),
        }));
      }),
    );
  };

  it(
    'return the 404 or 406 of the operation, and 204 for a DELETE without validate',
    async () => {
      const made = await requests();
      expect(made.length).toBeGreaterThan(120);
      const faults: string[] = [];
      for (const { id, method, path, validates } of made) {
        const { status, headers } = await api[method](path);
        const error = headers['x-error-type'] ?? '';
        const isOver = method === 'delete' && !STRICT_DELETES.includes(id);
        const isRight = isOver ? status === 204 : [404, 406].includes(status) && error !== '' && error !== 'not_found';
        if (!isRight) faults.push(`${id}: ${method} ${path} returns ${status} ${error}`);
        if (!isOver || !validates) continue;
        const checked = await api.delete(`${path}?validate=true`);
        if (checked.status !== 404 || checked.headers['x-error-type'] === 'not_found') {
          faults.push(`${id}: with validate ${checked.status} ${checked.headers['x-error-type']}`);
        }
      }
      expect(faults).toEqual([]);
    },
    MATRIX_MS,
  );

  it('are unknown ids, reported after an invalid query', async () => {
    const { headers } = await api.post('/rest/operation/definition/-42').expect(406);
    expect(headers['x-error-type']).toBe('invalid_query');
    await api.delete('/rest/group/-5').expect(204);
    await api.get('/rest/metric/data?sid=-5').expect(404).expect('X-Error-Type', 'schedule_not_found');
  });

  it('accept a suffix like other ids', async () => {
    const { headers, text } = await api.get('/rest/resource/-5.xml').set('Accept', 'application/json').expect(404);
    expect(headers['content-type']).toBe('application/xml');
    expect(text).toContain('Resource with id -5 not found');
  });

  it.each(['-', '--5', '-5x', '-99999999999', '5-'])('are unknown in the form of %s', async (text) => {
    await api.get(`/rest/group/${text}`).expect(404).expect('X-Error-Type', 'not_found');
  });
});
