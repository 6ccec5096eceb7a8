import { givenResource } from '../../test/given-inventory';
import { givenSchedule } from '../../metrics/test/given-metrics';
import { htmlFaults } from '../../test/representations/html-faults';
import { useMonitoring } from '../../test/use-monitoring';

const HEADER = 'x-ignored-parameters';

describe('query parameters that an operation does not know', () => {
  const api = useMonitoring();
  const ignoredAt = async (path: string): Promise<string | undefined> => (await api.get(path)).headers[HEADER];

  it('are accepted and named in a header', async () => {
    const { headers } = await api.get('/rest/alert?acknowleged=false&size=5&foo=1').expect(200);
    expect(headers[HEADER]).toBe('acknowleged, foo');
    expect(await ignoredAt('/rest/resource?Q=a')).toBe('Q');
    expect(await ignoredAt('/rest/status/server?x')).toBe('x');
  });

  it.each([
    '/rest/alert?size=5&page=0&prio=high&since=0&slim=true&resourceId=1',
    '/rest/resource?q=a&category=SERVER&status=ALL&ps=5&page=0&jsonp=show',
    '/rest/resource.html?ps=5',
    '/rest/reports/recentAlerts?alertPriority=high',
    '/rest/plugins?name=a&deleted=all',
    '/rest/alert?',
    '/rest/alert',
  ])('do not occur at %s', async (path) => {
    expect(await ignoredAt(path)).toBeUndefined();
  });

  it('are named by writes and by errors, too', async () => {
    const deleted = await api.delete('/rest/group/99999?validte=true').expect(204);
    expect(deleted.headers[HEADER]).toBe('validte');
    const missing = await api.get('/rest/resource/99999?ful=true').expect(404);
    expect(missing.headers[HEADER]).toBe('ful');
    const form = await api.post('/rest/plugins/deploy?delay=0&jsonp=a').expect(200);
    expect(form.headers[HEADER]).toBe('jsonp');
  });

  it('are named where a plain request is handled before the framework', async () => {
    const { id } = await givenResource(api.database);
    const read = await api.get(`/rest/resource/${id}?slim=true`).set('Accept', 'application/json').expect(200);
    expect(read.headers[HEADER]).toBe('slim');
    const schedule = await givenSchedule(api.database);
    const points = [{ scheduleId: schedule.id, timeStamp: api.clock.now(), value: 1 }];
    const written = await api.post('/rest/metric/data/raw?dry=true').send(points).expect(204);
    expect(written.headers[HEADER]).toBe('dry');
  });

  it('cannot write headers of their own, and are not listed without end', async () => {
    const { headers } = await api.get('/rest/alert?a%0D%0ASet-Cookie:%20x=1&b%2Cc=2').expect(200);
    expect(headers[HEADER]).toBe('a%0D%0ASet-Cookie%3A%20x, b%2Cc');
    expect(headers['set-cookie']).toBeUndefined();
    const many = Array.from({ length: 200 }, (_, index) => `p${index}=1`).join('&');
    expect(await ignoredAt(`/rest/alert?${many}`)).toBe('p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, ...');
    expect(await ignoredAt(`/rest/alert?${'é'.repeat(500)}=1`)).toBe(`${'%C3%A9'.repeat(40)}...`);
    expect(await ignoredAt('/rest/alert?__proto__=1&constructor=2')).toBe('__proto__, constructor');
  });

  it('are named on pages, escaped', async () => {
    const { text, headers } = await api.get('/rest/alert.html?%3Cimg%3E=1').expect(200);
    expect(headers[HEADER]).toBe('%3Cimg%3E');
    expect(text).toContain('a parameter that this page does not support: <code>&lt;img&gt;</code>');
    expect(htmlFaults(text)).toEqual([]);
    expect((await api.get('/rest/alert.html?size=5').expect(200)).text).not.toContain('class="notice"');
  });
});
