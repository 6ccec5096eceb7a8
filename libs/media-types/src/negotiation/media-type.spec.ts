import {
  AREA_TYPES,
  toContentType,
  type MediaType,
  mediaTypeName,
  negotiate,
  makeOffers,
  splitSuffix,
  withSuffix,
} from './media-type';

describe('splitSuffix', () => {
  it.each([
    ['/rest/status/server.json', '/rest/status/server', 'json'],
    ['/rest/alert/10001.jsonw', '/rest/alert/10001', 'wrapped'],
    ['/rest/alert.xml', '/rest/alert', 'xml'],
    ['/rest/index.html', '/rest/index', 'html'],
    ['/rest/user/favorites/group.txt', '/rest/user/favorites/group', 'plain'],
    ['/rest/reports/recentAlerts.csv', '/rest/reports/recentAlerts', 'csv'],
    ['/rest/.json', '/rest', 'json'],
    ['/.xml', '/', 'xml'],
    ['/rest/a.xml.json', '/rest/a.xml', 'json'],
  ])('splits %s', (path, bare, type) => {
    expect(splitSuffix(path)).toEqual({ path: bare, type });
  });

  it.each(['/rest/user/j.doe', '/rest/alert', '/rest/a.yaml', '/rest/v1.json/x', '/rest/x.JSON', '/', '/rest/x.'])(
    'finds no suffix in %s',
    (path) => {
      expect(splitSuffix(path)).toBeUndefined();
    },
  );
});

describe('withSuffix', () => {
  it.each([
    ['/rest/alert/10001', '/rest/alert/10001.html'],
    ['/rest/alert?size=5', '/rest/alert.html?size=5'],
    ['/rest/alert#top', '/rest/alert.html#top'],
    ['', '.html'],
  ])('adds a suffix to %s', (address, expected) => {
    expect(withSuffix(address, 'html')).toBe(expected);
  });
});

const TOKENS = ['vendor'];
const WRAPPED = 'application/vnd.vendor.wrapped+json';

describe('negotiate over the types of the alert area', () => {
  const offers = makeOffers<MediaType>(AREA_TYPES.alert, TOKENS);

  it.each([
    ['no header', undefined, 'json'],
    ['an empty header', '', 'json'],
    ['anything', '*/*', 'json'],
    ['any application type', 'application/*', 'json'],
    ['any text', 'text/*', 'html'],
    ['one exact type', 'application/xml', 'xml'],
    ['another case', 'Application/XML', 'xml'],
    ['the wrapped type', WRAPPED, 'wrapped'],
    ['equal wishes, whatever their order', 'text/html, application/xml', 'xml'],
    ['weights', 'application/json;q=0.2, text/html;q=0.8', 'html'],
    ['a browser', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'html'],
    ['a fall-back behind a type that is not offered', 'text/plain, application/xml;q=0.5', 'xml'],
    ['everything but one', 'application/json;q=0, */*;q=0.1', 'xml'],
    ['parameters other than the weight', 'application/xml;charset=utf-8', 'xml'],
  ])('returns %s', (_name, accept, type) => {
    expect(negotiate(accept, offers)?.type).toBe(type);
  });

  it.each([
    ['a type of another area', 'text/plain'],
    ['a type with weight 0', 'application/xml;q=0'],
    ['the wrapped type of another vendor', 'application/vnd.other.wrapped+json'],
    ['an unknown type', 'image/png'],
  ])('finds nothing acceptable in %s', (_name, accept) => {
    expect(negotiate(accept, offers)).toBeUndefined();
  });

  it('responds under the requested vendor token', () => {
    const both = makeOffers<MediaType>(AREA_TYPES.alert, ['vendor', 'rhq']);
    expect(negotiate('application/vnd.rhq.wrapped+json', both)?.name).toBe('application/vnd.rhq.wrapped+json');
    expect(mediaTypeName('wrapped', ['vendor', 'rhq'])).toBe(WRAPPED);
  });
});

describe('AREA_TYPES', () => {
  it('permits plain text for the user area only, and CSV for reports only', () => {
    const areasWith = (type: string): string[] =>
      Object.entries<readonly string[]>(AREA_TYPES).flatMap(([area, types]) => (types.includes(type) ? [area] : []));
    expect(areasWith('plain')).toEqual(['user']);
    expect(areasWith('csv')).toEqual(['report', 'reportList']);
    expect(areasWith('wrapped')).toEqual(['root', 'alert', 'event', 'group', 'resource']);
  });
});

describe('the Content-Type header', () => {
  it.each([
    ['application/json', 'application/json'],
    ['application/xml', 'application/xml'],
    [WRAPPED, WRAPPED],
    ['text/html', 'text/html; charset=utf-8'],
    ['text/plain', 'text/plain; charset=utf-8'],
    ['text/csv', 'text/csv; charset=UTF-8'],
  ])('is for %s %s', (name, contentType) => {
    expect(toContentType({ name })).toBe(contentType);
  });
});
