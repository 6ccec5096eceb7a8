import { gunzipSync } from 'node:zlib';
import { KnownIds } from '../requests/known-ids';
import { longBodies } from '../fuzz/long-bodies';
import type { Operation } from '../requests/operations';
import { Random } from '../fuzz/random';
import { Values } from '../fuzz/values';

interface Body {
  roots: { children: unknown[] }[];
}

describe('longBodies', () => {
  const schema = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      roots: {
        type: 'array',
        items: { type: 'object', properties: { children: { type: 'array', items: { type: 'integer' } } } },
      },
    },
  };
  const operation = { bodies: [{ type: 'application/json', schema }] };
  const made = [...longBodies(operation as unknown as Operation, new Values(new Random(1), {}, new KnownIds()))];
  const parsed = (what: string): unknown => {
    const { body, isGzip } = made.find((one) => one.what === what)!;
    return JSON.parse((isGzip ? gunzipSync(body) : body).toString());
  };

  it('makes each list long, at every depth, and the body itself', () => {
    expect(parsed('body of {}, 100000')).toHaveLength(100_000);
    expect((parsed('roots of {}, 100000') as Body).roots).toHaveLength(100_000);
    expect((parsed('roots[].children of {}, 100000') as Body).roots[0]!.children).toHaveLength(100_000);
  });

  it('makes them of records too, within the limits of parsing', () => {
    const { roots } = parsed('roots of records, 19000 values') as Body;
    expect(roots.length).toBeGreaterThan(1_000);
    expect(JSON.stringify(roots).match(/[,[{]/g)!.length).toBeLessThanOrEqual(19_000);
  });
});
