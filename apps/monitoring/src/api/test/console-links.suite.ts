import { givenResource } from '../../test/given-inventory';
import { givenSchedule } from '../../metrics/test/given-metrics';
import { PUBLIC_URL, useMonitoring } from '../../test/use-monitoring';

interface Linked {
  links: Record<string, { href: string }>[];
}

const consoleOf = ({ links }: Linked): string => links.find((link) => link['coregui'])!['coregui']!.href;

describe('links to pages for users', () => {
  const api = useMonitoring();

  it('lead to a page of the thing itself', async () => {
    const { id } = await givenResource(api.database);
    const schedule = await givenSchedule(api.database);
    const { body: group } = await api.post('/rest/group').send({ name: 'linked' }).expect(201);
    const records = [
      (await api.get(`/rest/resource/${id}`).expect(200)).body as Linked,
      (await api.get(`/rest/metric/schedule/${schedule.id}`).expect(200)).body as Linked,
      group as Linked,
    ];
    const report = await api.get('/rest/reports/inventorySummary?resourceTypeId=10001').expect(200);
    const urls = [...report.text.matchAll(/https:\S+$/gm)].map(([url]) => url.replace(':443', ''));
    for (const address of [...records.map(consoleOf), ...urls]) {
      expect(address.startsWith(`${PUBLIC_URL}/rest/`)).toBe(true);
      const { headers } = await api.get(address.slice(PUBLIC_URL.length)).set('Accept', '*/*').expect(200);
      expect(headers['content-type']).toContain('text/html');
    }
  });
});

describe('links to pages for users, with CONSOLE_URL', () => {
  const api = useMonitoring(() => ({ CONSOLE_URL: 'https://console.example.test/' }));

  it('lead into that console', async () => {
    const { id } = await givenResource(api.database);
    const { body } = await api.get(`/rest/resource/${id}`).expect(200);
    expect(consoleOf(body as Linked)).toBe(`https://console.example.test/coregui/#Resource/${id}`);
  });
});
