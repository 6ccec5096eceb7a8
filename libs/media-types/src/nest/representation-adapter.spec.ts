import { linkHeaders } from './representation-adapter';

describe('linkHeaders', () => {
  it('writes one value for each link', () => {
    const links = [
      { rel: 'current' as const, href: '/rest/resource?page=1' },
      { rel: 'next' as const, href: '/rest/resource?page=2' },
    ];
    expect(linkHeaders(links)).toEqual([
      '</rest/resource?page=1>; rel="current"',
      '</rest/resource?page=2>; rel="next"',
    ]);
  });

  it('writes no headers beyond the limits of clients', () => {
    const href = `/rest/resource?q=${'a'.repeat(3_000)}`;
    expect(linkHeaders((['last', 'next'] as const).map((rel) => ({ rel, href })))).toHaveLength(2);
    expect(linkHeaders((['last', 'prev', 'next'] as const).map((rel) => ({ rel, href })))).toEqual([]);
  });
});
