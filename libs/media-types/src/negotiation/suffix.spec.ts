import { splitSuffix, withSuffix } from './suffix';

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
    'finds none in %s',
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
  ])('adds one to %s', (address, expected) => {
    expect(withSuffix(address, 'html')).toBe(expected);
  });
});
