import { eventually } from '@wardstone/testing';
import { givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { type MailSink, openMailSink } from '../../test/alerts/sinks';

/** The service with its background jobs running; jobs of the test's clock, which is behind, are due at once. */
describe('jobs of alerts', () => {
  let mail: MailSink;
  beforeAll(async () => {
    mail = await openMailSink();
  });
  afterAll(() => mail.close());
  const api = useMonitoring(() => ({ JOBS_PER_PROCESS: '2', SMTP_URL: mail.url }));
  const db = () => api.database;

  const define = (query: string, body: object) =>
    api
      .post(`/rest/alert/definitions?${query}`)
      .send({ name: 'host down', enabled: true, ...body })
      .expect(201);
  const report = (resource: { id: number }, type: string) =>
    api.put(`/rest/resource/${resource.id}/availability`).send({ type, since: 0 }).expect(204);

  it('fire when a resource has stayed DOWN, and mail it', async () => {
    const resource = await givenResource(db());
    await define(`resourceId=${resource.id}`, {
      conditions: [{ category: 'AVAIL_DURATION', name: 'AVAIL_DURATION_DOWN', option: '300' }],
      notifications: [{ senderName: 'Direct Emails', config: { emailAddress: 'ops@example.test' } }],
    });
    await report(resource, 'DOWN');
    const getAlerts = async (id: number) => (await api.get(`/rest/alert?resourceId=${id}`)).body as { id: number }[];
    await eventually('an alert', async () => (await getAlerts(resource.id)).length > 0);
    const alerts = await getAlerts(resource.id);
    expect(alerts).toHaveLength(1);
    const getLogs = async (id: number) => (await api.get(`/rest/alert/${id}/notifications`)).body as string[];
    await eventually('a log of its notification', async () => (await getLogs(alerts[0]!.id)).length > 0);
    const logs = await getLogs(alerts[0]!.id);
    expect(logs).toEqual(['Direct Emails: SUCCESS: sent to [ops@example.test]']);
    expect(mail.mails.map(({ to }) => to)).toEqual(['ops@example.test']);
    expect(mail.mails[0]!.text).toContain('availability stays DOWN for 5 minutes');
  });

  it('give new resources of a type its definitions', async () => {
    const type = await givenType(db(), { name: 'Rack' });
    await define(`resourceTypeId=${type.id}`, {
      conditions: [{ category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' }],
    });
    const parent = await givenResource(db());
    const made = await api
      .post(`/rest/resource/rack-1?plugin=Given&parentId=${parent.id}`)
      .send({ value: 'Rack' })
      .expect(201);
    const id = Number((made.body as { resourceId: string }).resourceId);
    expect((await api.get(`/rest/alert/definitions?resourceId=${id}`)).body).toHaveLength(1);
    await report({ id }, 'DOWN');
    expect((await api.get(`/rest/alert?resourceId=${id}`)).body).toHaveLength(1);
  });
});
