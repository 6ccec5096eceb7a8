import { givenResource, givenType } from '../../test/given-inventory';
import { givenSchedule } from '../../metrics/test/given-metrics';
import { PUBLIC_URL, useMonitoring } from '../../test/use-monitoring';

interface Linked {
  links: Record<string, { href: string }>[];
}

const getConsole = ({ links }: Linked): string => links.find((link) => link['coregui'])!['coregui']!.href;

describe('links for people', () => {
  const api = useMonitoring();

  it('lead to the page of the record itself', async () => {
    const { id } = await givenResource(api.database);
    const schedule = await givenSchedule(api.database);
    const { body: group } = await api.post('/rest/group').send({ name: 'linked' }).expect(201);
    const resource = (await api.get(`/rest/resource/${id}`).expect(200)).body as Linked;
    const read = (await api.get(`/rest/metric/schedule/${schedule.id}`).expect(200)).body as Linked;

    expect([resource, read, group as Linked].map(getConsole)).toEqual([
      `${PUBLIC_URL}/console/inventory/${id}`,
      `${PUBLIC_URL}/console/inventory/${schedule.resourceId}/schedules`,
      `${PUBLIC_URL}/console/groups/${(group as { id: number }).id}`,
    ]);
  });
});

describe('links for people, with CONSOLE_URL', () => {
  const api = useMonitoring(() => ({ CONSOLE_URL: 'https://console.example.test/' }));

  it('lead to that console', async () => {
    const type = await givenType(api.database);
    const { id } = await givenResource(api.database, { type });
    const { body } = await api.get(`/rest/resource/${id}`).expect(200);
    expect(getConsole(body as Linked)).toBe(`https://console.example.test/coregui/#Resource/${id}`);
    const report = await api.get(`/rest/reports/inventorySummary?resourceTypeId=${type.id}`).expect(200);
    expect(report.text).toContain(`https://console.example.test:443/coregui/#Resource/${id}\n`);
  });
});
