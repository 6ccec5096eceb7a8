import fc from 'fast-check';
import { ROUTES, resolveTarget } from './routes';

const MIB = 1024 * 1024;

const getService = (target: string): string => {
  const resolved = resolveTarget('GET', target);
  return resolved.kind === 'service' ? resolved.destination.route.service : resolved.kind;
};

const getLimit = (method: string, target: string): number => {
  const resolved = resolveTarget(method, target);
  if (resolved.kind !== 'service') throw new Error(`${target} has no service`);
  return resolved.destination.bodyLimitBytes;
};

describe('resolveTarget', () => {
  it.each([
    ['/api/compliance/v2', 'compliance'],
    ['/api/compliance/v2/', 'compliance'],
    ['/api/compliance/v2?limit=1', 'compliance'],
    ['/api/compliance/v2/policies/1?filter=(a)', 'compliance'],
    ['/rest', 'monitoring'],
    ['/rest/', 'monitoring'],
    ['/rest//index', 'monitoring'],
    ['/rest/.json', 'monitoring'],
    ['/rest/resource/a..b', 'monitoring'],
    ['/rest/resource/...', 'monitoring'],
    ['/rest/resource/a%2Fb', 'monitoring'],
    ['/rest?next=/../etc', 'monitoring'],
    ['/prometheus/api/v1/query?query=up', 'monitoring'],
    ['/otlp/v1/metrics', 'monitoring'],
    ['/api/v1/error/not_found', 'error-registry'],
  ])('sends %s to %s', (target, service) => {
    expect(getService(target)).toBe(service);
  });

  it.each([
    '/',
    '/docs',
    '/api',
    '/api/v1x/error/not_found',
    '/api/v1%2ferror',
    '/api/v12',
    '/api/compliance/v3/policies',
    '/api/compliance',
    '//rest/index',
    '/api//v1/error',
    '/REST/index',
    '/%72est/index',
    '/restaurant',
    '/rest;a=b/index',
    '/metrics?x=/rest/',
  ])('leaves %s to the gateway itself', (target) => {
    expect(getService(target)).toBe('local');
  });

  it.each([
    ['absolute form', 'http://elsewhere/rest/index'],
    ['authority form', 'elsewhere:443'],
    ['asterisk form', '*'],
    ['nothing', ''],
    ['two dots', '/rest/../api/v1/error/a'],
    ['two dots at the end', '/rest/..'],
    ['one dot', '/rest/./index'],
    ['escaped dots', '/rest/%2e%2E/api/v1/error/a'],
    ['half escaped dots', '/rest/.%2e/api'],
    ['an escaped single dot', '/rest/%2e/api'],
    ['dots before an escaped slash', '/rest/..%2fapi/v1'],
    ['dots after an escaped slash', '/rest/a%2F../api/v1'],
    ['dots beside an escaped backslash', '/rest/a%5c..%5Capi/v1'],
    ['dots before a path parameter', '/rest/..;/api/v1'],
    ['a backslash', '/rest\\..\\api'],
    ['a fragment', '/rest/index#/api/v1'],
    ['a blank', '/rest/a b'],
    ['a letter beyond ASCII', '/rest/\u00e4'],
    ['a tabulator', '/rest/a\tb'],
  ])('refuses a target with %s', (_name, target) => {
    expect(getService(target)).toBe('refused');
  });

  it.each([
    ['a policy', 'POST', '/api/compliance/v2/policies', MIB],
    ['a guide', 'POST', '/api/compliance/v2/security_guides', 128 * MIB],
    ['a guide with a trailing slash and a query', 'POST', '/api/compliance/v2/security_guides/?x=1', 128 * MIB],
    ['a scan', 'POST', '/api/compliance/v2/systems/4b/test_results', 128 * MIB],
    ['another method on the address of uploads', 'PUT', '/api/compliance/v2/security_guides', MIB],
    ['a path that only ends like an upload', 'POST', '/api/compliance/v2/policies/security_guides', MIB],
    ['content', 'POST', '/rest/content/fresh', 256 * MIB],
    ['content through a doubled slash, which monitoring collapses', 'POST', '/rest//content/fresh', 256 * MIB],
    ['a batch of measurements', 'POST', '/rest/metric/data/raw', 16 * MIB],
    ['the measurements of a resource', 'POST', '/rest/metric/data/raw/10001', 16 * MIB],
    ['a report of an agent', 'POST', '/rest/agent/host-a/measurements', 8 * MIB],
    ['a group', 'POST', '/rest/group', MIB],
    ['an error type', 'PUT', '/api/v1/error/mine', 256 * 1024],
  ])('limits the body of %s', (_name, method, target, limit) => {
    expect(getLimit(method, target)).toBe(limit);
  });

  it('routes content to the monitoring service', () => {
    const getLimit = (target: string) => {
      const found = resolveTarget('POST', target, 2048 * MIB);
      return found.kind === 'service' ? found.destination.bodyLimitBytes : undefined;
    };
    expect(getLimit('/rest/content/fresh')).toBe(2048 * MIB);
    expect(getLimit('/rest/content/x/plugins')).toBe(MIB);
  });

  it('gives an address to a service only below the prefix of that very service', () => {
    const piece = fc.constantFrom(
      '/',
      '//',
      'api',
      'v1',
      'v2',
      'rest',
      'compliance',
      '.',
      '..',
      '%2e',
      '%2F',
      '%5c',
      '\\',
      ';',
      'x',
      '?',
      '#',
      '/api/v1',
      '/rest',
      '/api/compliance/v2',
    );
    fc.assert(
      fc.property(
        fc.constantFrom('', '/rest/', '/api/v1/', '/api/'),
        fc.array(piece, { maxLength: 6 }),
        (start, pieces) => {
          const target = start + pieces.join('');
          const resolved = resolveTarget('GET', target);
          if (resolved.kind !== 'service') return;
          const { prefix } = resolved.destination.route;
          // The path as the most lenient server reads it: decoded, resolved, slashes collapsed.
          const eager = new URL(`http://h${target.split('?', 1)[0]!.replace(/%2f|%5c/gi, '/')}`).pathname.replace(
            /\/+/g,
            '/',
          );
          expect(`${eager}/`.startsWith(`${prefix}/`)).toBe(true);
          expect(ROUTES.filter((route) => `${eager}/`.startsWith(`${route.prefix}/`))).toHaveLength(1);
        },
      ),
      { seed: 7, numRuns: 20_000 },
    );
  });
});
