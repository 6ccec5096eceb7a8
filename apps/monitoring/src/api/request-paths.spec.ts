import fc from 'fast-check';
import { plainPath, RouteTable, auditRules } from './request-paths';

describe('plainPath', () => {
  it.each([
    ['/rest//index', '/rest/index'],
    ['//rest///index//', '/rest/index'],
    ['/rest/', '/rest'],
    ['/rest/?q=a//b/', '/rest?q=a//b/'],
    ['/rest/x/#//', '/rest/x#//'],
    ['/', '/'],
    ['//', '/'],
    ['*', '*'],
    ['http://host//rest/', 'http://host//rest/'],
  ])('makes %s %s', (url, expected) => {
    expect(plainPath(url)).toBe(expected);
  });

  it('is idempotent, and leaves the query unchanged', () => {
    const anyUrl = fc
      .tuple(fc.stringMatching(/^[/a.%]*$/), fc.constantFrom('', '?a=/b//', '?'))
      .map(([path, query]) => `/${path}${query}`);
    fc.assert(
      fc.property(anyUrl, (url) => {
        const plain = plainPath(url);
        expect(plainPath(plain)).toBe(plain);
        expect(plain.slice(plain.search(/\?|$/))).toBe(url.slice(url.search(/\?|$/)));
        expect(plain).not.toMatch(/^[^?]*\/\//);
      }),
      { seed: 20254, numRuns: 500 },
    );
  });
});

const layer = (path: unknown, ...methods: string[]) => ({
  route: { path, methods: Object.fromEntries(methods.map((method) => [method, true])) },
});

const routes = new RouteTable();
routes.attach(() => [
  {},
  layer('/rest', 'get'),
  layer('/rest/alert/:id', 'get'),
  layer('/rest/alert/:id', 'put'),
  layer('/rest/alert/:id', 'delete'),
  layer('/rest/alert/count', 'get'),
  layer('/rest/alert/sender/:name', 'get'),
  layer('/rest/metric/data/:scheduleId/raw/:timeStamp', 'put'),
  layer('/rest/content/fresh', 'post'),
  layer('/rest/resource/:name', 'post'),
  layer('/rest/resource/:id', 'get'),
  layer('/rest/resource/search', 'get'),
  layer(/^\/pattern$/, 'get'),
]);

describe('RouteTable', () => {
  it.each([
    ['/rest', 'GET, HEAD, OPTIONS'],
    ['/rest/alert/10001', 'GET, HEAD, PUT, DELETE, OPTIONS'],
    ['/rest/alert/count', 'GET, HEAD, OPTIONS'],
    ['/rest/content/fresh', 'POST, OPTIONS'],
    ['/rest/resource/10001', 'GET, HEAD, POST, OPTIONS'],
    ['/rest/resource/search', 'GET, HEAD, POST, OPTIONS'],
    ['/rest/alert', ''],
    ['/rest/alert/10001/x', ''],
    ['/REST', ''],
    ['/pattern', ''],
    ['', ''],
  ])('knows the methods at %s', (path, methods) => {
    expect(routes.methodsAt(path).join(', ')).toBe(methods);
  });

  it('prefers a literal over a parameter, regardless of routes of other lengths', () => {
    const table = new RouteTable();
    table.attach(() => [
      layer('/rest/metric/data/:scheduleId', 'get'),
      layer('/rest', 'get'),
      layer('/rest/metric/data/raw', 'post'),
      layer('/rest/metric/data/:scheduleId/raw', 'get'),
    ]);
    expect(table.methodsAt('/rest/metric/data/raw')).toEqual(['POST', 'OPTIONS']);
    expect(table.methodsAt('/rest/metric/data/1')).toEqual(['GET', 'HEAD', 'OPTIONS']);
  });

  it('finds where GET is routed', () => {
    expect(routes.isServed('/rest/alert/count')).toBe(true);
    expect(routes.isServed('/rest/content/fresh')).toBe(false);
    expect(routes.isServed('/rest/alert')).toBe(false);
  });

  it('finds where any method is routed', () => {
    expect(routes.isRouted('/rest/content/fresh')).toBe(true);
    expect(routes.isRouted('/rest/content/none')).toBe(false);
    expect([routes.hasPage('/rest/alert/count'), routes.hasPage('/rest/content/fresh')]).toEqual([true, false]);
  });

  it.each([
    ['a literal', '/rest/alert/count', true],
    ['the root', '/rest', true],
    ['a numeric id', '/rest/alert/10001', true],
    ['a negative id', '/rest/alert/-1', true],
    ['an id where another method has a name', '/rest/resource/10001', true],
    ['a name where another method has an id', '/rest/resource/my', false],
    ['another numeric parameter', '/rest/metric/data/1/raw/1700000000000', true],
    ['no number where one belongs', '/rest/alert/x', false],
    ['a name', '/rest/alert/sender/mail', false],
    ['a name of digits', '/rest/alert/sender/123', false],
    ['an unknown path', '/rest/none', false],
  ])('lets %s take a suffix or not', (_name, path, expected) => {
    expect(routes.takesSuffix(path)).toBe(expected);
  });

  it('notices routes that are registered later', () => {
    const layers = [layer('/rest', 'get')];
    const growing = new RouteTable();
    growing.attach(() => layers);
    expect(growing.isServed('/rest/late')).toBe(false);
    layers.push(layer('/rest/late', 'get'));
    expect(growing.isServed('/rest/late')).toBe(true);
  });
});

describe('the audit of monitoring', () => {
  const isAudited = (method: string, path: string): boolean => !auditRules.isUnaudited!(method, path);

  it.each([
    ['POST', '/rest/metric/data/raw'],
    ['POST', '/rest/agent/web-1/measurements'],
    ['PUT', '/rest/agent/web-1/work/7'],
    ['POST', '/rest/alert/definitions/dry-run'],
    ['POST', '/rest/group/definitions/preview'],
    ['POST', '/rest/group/definitions/preview.xml'],
  ])('leaves out %s %s', (method, path) => {
    expect(isAudited(method, path)).toBe(false);
  });

  it.each([
    ['POST', '/rest/alert/definitions'],
    ['POST', '/rest/group/definitions'],
    ['PUT', '/rest/group/definition/10001'],
    ['DELETE', '/rest/metric/data/10001'],
    ['PUT', '/rest/agent/web-1'],
  ])('records %s %s', (method, path) => {
    expect(isAudited(method, path)).toBe(true);
  });
});
